package dev.holdfast.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.activities.history.Leases;
import dev.holdfast.activities.reaper.LeaseKeeper;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.TaskId;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.springframework.context.SmartLifecycle;

class LeaseKeepingTest {
    private static final Duration LEASE = Duration.ofSeconds(1);
    private static final SandboxId SANDBOX = SandboxId.named("kept");

    private final AtomicInteger renewals = new AtomicInteger();
    private final Supervisor supervisor = answering(Supervisor.class, method -> Optional.empty());
    private final SandboxProvider provider = answering(
            SandboxProvider.class,
            method -> method.equals("recover")
                    ? Optional.of(new SandboxHandle(Executor.LOCAL, SANDBOX, "1", "/work", null, null))
                    : supervisor);
    private final Leases leases = answering(
            Leases.class,
            method -> method.equals("inUse")
                    ? List.of(new Leases.Lease(
                            SANDBOX.value(), new TaskId("kept"), "host", Executor.LOCAL, Instant.EPOCH, Instant.EPOCH))
                    : fail(renewals.incrementAndGet()));
    private final LeaseKeeping keeping = new LeaseKeeping(
            new LeaseKeeper("host", LEASE, leases, executor -> provider, task -> true, Clock.systemUTC()));

    @Test
    void itRenewsUntilItIsStoppedWhateverBecomesOfARound() {
        keeping.start();
        await().atMost(Duration.ofMinutes(1)).until(() -> renewals.get() >= 3);

        keeping.stop();

        int atTheEnd = renewals.get();
        await().during(LEASE).atMost(Duration.ofMinutes(1)).until(() -> renewals.get() == atTheEnd);
    }

    @Test
    void itIsThereBeforeTasksAreServedAndStillWhileTheWorkerDrains() {
        assertThat(keeping.getPhase()).isLessThan(SmartLifecycle.DEFAULT_PHASE);
    }

    private static Object fail(int time) {
        throw new IllegalStateException("failure " + time);
    }

    /** @param answer to the method of that name */
    private static <T> T answering(Class<T> type, Function<String, Object> answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> answer.apply(method.getName())));
    }
}
