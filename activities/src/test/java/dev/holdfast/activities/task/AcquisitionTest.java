package dev.holdfast.activities.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.holdfast.activities.history.Leases;
import dev.holdfast.activities.history.Leases.Lease;
import dev.holdfast.activities.history.TestPostgres;
import dev.holdfast.activities.pool.PoolConfig;
import dev.holdfast.activities.pool.WarmPool;
import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.workflows.SandboxActivities.AcquireRequest;
import dev.holdfast.workflows.TaskRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a task gets that an earlier attempt had got something for already. */
class AcquisitionTest {
    private static final Host HOST = new Host("host-a");

    @RegisterExtension
    static final TestPostgres postgres = TestPostgres.start();

    private final TaskId task = new TaskId(UUID.randomUUID().toString());
    private final SandboxId ofThePool = SandboxId.named("pool-" + task);
    private final Leases leases = postgres.database().leases();
    private final Alive alive = new Alive();

    @Test
    void theSandboxOfTheEarlierAttemptIsFoundAgain() {
        had(ofThePool, HOST.id());
        alive.sandboxes.add(ofThePool);

        assertThat(acquired()).isEqualTo(ofThePool.value());
    }

    @Test
    void oneOfThePoolThatIsGoneIsNotReplacedBecauseAStepMayHaveRunInIt() {
        had(ofThePool, HOST.id());

        assertThatExceptionOfType(SandboxException.class)
                .isThrownBy(this::acquired)
                .satisfies(lost -> assertThat(lost.error()).isEqualTo(SandboxError.SANDBOX_LOST))
                .withMessageContaining("a step may have run in it");
    }

    @Test
    void oneThatIsMadeForTheTaskIsLeftToItsProvider() {
        had(SandboxId.of(task), HOST.id());

        assertThat(acquired()).isEqualTo(SandboxId.of(task).value());
    }

    @Test
    void whatItHadOnAnotherHostDoesNotMatterHere() {
        had(ofThePool, "host-b");

        String first = acquired();
        assertThat(first).isNotEqualTo(SandboxId.of(task).value());
        alive.sandboxes.clear();
        assertThat(acquired()).isEqualTo(first);
    }

    @Test
    void whatItHadHereBeforeItWasMovedAwayIsRemovedBeforeItBeginsAnew() {
        had(ofThePool, HOST.id());
        alive.sandboxes.add(ofThePool);
        postgres.database().placements().move(task, HOST.id());

        assertThat(acquired()).isEqualTo(SandboxId.of(task).value());
        assertThat(alive.sandboxes).containsExactly(SandboxId.of(task));
        assertThat(leases.ofTask(task))
                .extracting(Lease::sandboxId)
                .containsExactly(SandboxId.of(task).value());
    }

    @Test
    void nothingBeginsBesideWhatCouldNotBeRemoved() {
        had(SandboxId.of(task), HOST.id());
        alive.sandboxes.add(SandboxId.of(task));
        alive.leaves = List.of("a process");
        postgres.database().placements().move(task, HOST.id());

        assertThatExceptionOfType(SandboxException.class)
                .isThrownBy(this::acquired)
                .satisfies(again -> assertThat(again.error().retryable()).isTrue())
                .withMessageEndingWith("is not gone: a process");
    }

    private void had(SandboxId sandbox, String host) {
        leases.take(new Lease(
                sandbox.value(),
                task,
                host,
                Executor.DOCKER,
                Instant.now(),
                Instant.now().plusSeconds(60)));
    }

    private String acquired() {
        WarmPool pool = new WarmPool(PoolConfig.OFF, HOST.id(), leases, executor -> alive);
        Acquisition acquisition = new Acquisition(HOST, Duration.ofMinutes(5), new OnlySandboxes(alive), pool, leases);
        AcquireRequest request =
                new AcquireRequest(new TaskRequest(task, TaskSpec.of(), "test"), TestReservations.on(HOST));
        return acquisition.acquire(request, message -> {}).id();
    }

    private static final class Alive extends HandlesOnly {
        private final Set<SandboxId> sandboxes = new HashSet<>();
        private List<String> leaves = List.of();

        @Override
        public Receipt destroy(SandboxId id) {
            sandboxes.remove(id);
            Receipt.State state = leaves.isEmpty() ? Receipt.State.CLEAN : Receipt.State.FAILED;
            return new Receipt(state, id.value(), Instant.now(), List.of("container"), leaves);
        }

        @Override
        public SandboxHandle start(SandboxRequest request, Progress progress) {
            sandboxes.add(request.id());
            return super.start(request, progress);
        }

        @Override
        public Optional<SandboxHandle> recover(SandboxId id) {
            return sandboxes.contains(id) ? Optional.of(handle(id)) : Optional.empty();
        }
    }
}
