package dev.holdfast.activities.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.Receipt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What every executor must do, from the making of a sandbox to its end. */
public abstract class SandboxProviderContract extends FileContract {
    @Test
    void aDirectoryOfWhichNobodyKnowsWhoseItWasIsFoundAndRemoved() throws IOException {
        SandboxHandle handle = start();
        provider.destroy(handle.id());
        Path left = home.resolve("sandboxes").resolve(handle.id().value());
        Files.createDirectories(left.resolve("workspace"));

        assertThat(provider.list())
                .singleElement()
                .satisfies(listed -> assertThat(listed.state()).isEqualTo(ListedSandbox.State.REMAINS));
        provider.destroy(handle.id());

        assertThat(left).doesNotExist();
        assertThat(provider.list()).isEmpty();
    }

    @Test
    void startingASecondTimeFindsTheSameSandbox() {
        SandboxHandle first = start();
        SandboxHandle second = start();

        assertThat(second).isEqualTo(first);
        assertThat(provider.list()).hasSize(1);
    }

    @Test
    void manyStartsAtOnceMakeOneSandbox() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                SandboxProvider secondWorker = open(config(home))) {
            List<Callable<SandboxHandle>> starts = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                starts.add(this::start);
                starts.add(() -> secondWorker.start(request(), Progress.NONE));
            }
            List<SandboxHandle> handles = new ArrayList<>();
            for (Future<SandboxHandle> start : threads.invokeAll(starts)) {
                handles.add(start.get());
            }
            assertThat(handles).containsOnly(handles.getFirst());
        }
        assertThat(provider.list()).hasSize(1);
    }

    @Test
    void aSandboxThatWasNeverMadeIsAbsent() {
        assertThat(provider.recover(id)).isEmpty();
        assertThat(provider.inspect(id)).isEqualTo(new Inspection.Absent());
    }

    @Test
    void destroyingTakesEverythingAndMayBeRepeated() {
        SandboxHandle handle = start();
        try (Supervisor supervisor = provider.connect(handle)) {
            run(
                    supervisor,
                    "leave",
                    "mkdir -p deep/er; touch deep/er/file; chmod 000 deep; setsid sleep 300 & echo ok");

            Receipt first = provider.destroy(id);
            Receipt second = provider.destroy(id);

            assertThat(first.left()).isEmpty();
            assertThat(first.state()).isEqualTo(Receipt.State.CLEAN);
            assertThat(first.verified()).contains("directory");
            assertThat(second.state()).isEqualTo(Receipt.State.CLEAN);
            assertThat(provider.inspect(id)).isEqualTo(new Inspection.Absent());
            assertThat(provider.list()).isEmpty();
            assertThatThrownBy(supervisor::hello)
                    .isInstanceOfSatisfying(
                            SandboxException.class, e -> assertThat(e.error()).isEqualTo(SandboxError.SANDBOX_LOST));
        }
    }

    @Test
    void aSandboxKilledFromOutsideIsDeadAndNotStartedAgain() throws Exception {
        SandboxHandle handle = start();
        try (Supervisor supervisor = provider.connect(handle)) {
            supervisor.start(shell("victim", "sleep 300"), Duration.ZERO);
            killFromOutside(handle);
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(provider.inspect(id)).isInstanceOf(Inspection.Dead.class));

            assertThatThrownBy(() -> supervisor.await("victim", Duration.ofSeconds(1)))
                    .isInstanceOfSatisfying(
                            SandboxException.class, e -> assertThat(e.error()).isEqualTo(SandboxError.SANDBOX_LOST));
            assertThatThrownBy(this::start)
                    .isInstanceOfSatisfying(
                            SandboxException.class, e -> assertThat(e.error()).isEqualTo(SandboxError.SANDBOX_LOST));
            assertThat(provider.recover(id)).isEmpty();
        }
    }

    @Test
    void stoppingEndsTheSandboxAndLeavesItsRemainsToDestroy() {
        SandboxHandle handle = start();

        provider.stop(handle, Duration.ofMillis(100));
        provider.stop(handle, Duration.ofMillis(100));

        assertThat(provider.inspect(id)).isInstanceOf(Inspection.Dead.class);
        assertThat(provider.list()).extracting(ListedSandbox::state).containsExactly(ListedSandbox.State.DEAD);
    }

    @Test
    void theListTellsWhoseASandboxIs() {
        Instant before = Instant.now().minusSeconds(5);
        provider.start(request().withLabels(Map.of("pool", "warm")), Progress.NONE);

        ListedSandbox listed = provider.list().getFirst();

        assertThat(listed.id()).isEqualTo(id);
        assertThat(listed.state()).isEqualTo(ListedSandbox.State.RUNNING);
        assertThat(listed.task()).isEqualTo(taskId.value());
        assertThat(listed.project()).isEqualTo(ProjectId.DEFAULT.value());
        assertThat(listed.labels()).containsEntry("pool", "warm");
        assertThat(listed.createdAt()).isBetween(before, Instant.now().plusSeconds(5));
    }

    @Test
    void withoutALeaseCallTheSandboxEndsItself() {
        provider.start(request().withLease(Duration.ofSeconds(1)), Progress.NONE);

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(provider.inspect(id)).isInstanceOf(Inspection.Dead.class));
    }

    @Test
    void aSandboxThatIsFoundAgainInTimeLivesOn() {
        Duration lease = Duration.ofSeconds(3);
        provider.start(request().withLease(lease), Progress.NONE);

        await().pollInterval(Duration.ofMillis(500))
                .during(Duration.ofSeconds(6))
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> {
                    try (Supervisor supervisor =
                            provider.connect(provider.recover(id).orElseThrow())) {
                        supervisor.lease(lease);
                    }
                });
    }

    @Test
    void aHomeWithALongPathWorksToo() throws IOException {
        Path longHome = Files.createDirectories(home.resolve("a-directory-whose-name-is-long".repeat(4)));
        try (SandboxProvider far = open(config(longHome))) {
            try (Supervisor supervisor = far.connect(far.start(request(), Progress.NONE))) {
                assertThat(run(supervisor, "far", "echo far").log().stdout()).isEqualTo("far\n");
            } finally {
                assertThat(far.destroy(id).left()).isEmpty();
            }
        }
    }

    @Test
    void aLimitAboveTheCeilingNamesItsField() {
        SandboxRequest greedy = request().withLimits(request().limits().withMemory(DataSize.ofGibibytes(900)));

        assertThatThrownBy(() -> provider.start(greedy, Progress.NONE))
                .isInstanceOfSatisfying(
                        SandboxException.class, e -> assertThat(e.error()).isEqualTo(SandboxError.LIMIT_INVALID))
                .hasMessageStartingWith("limits.memory: 900g");
    }
}
