package dev.holdfast.activities.sandbox.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.activities.sandbox.LogRead;
import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.RecordedLog;
import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.activities.sandbox.StepRecord;
import dev.holdfast.activities.sandbox.StepStart;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.activities.sandbox.TestConfig;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.TaskId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kill -9} of dockerd while a step runs: an engine of its own, because everybody else needs theirs. */
class EngineDeathTest {
    private static final int LINES = 40;
    private static final String EVERYTHING =
            IntStream.rangeClosed(1, LINES).mapToObj(i -> "line " + i + "\n").collect(Collectors.joining());
    private static final StepStart COUNTING = StepStart.of(
            "counting",
            List.of(
                    "sh",
                    "-c",
                    "i=0; while [ $i -lt " + LINES + " ]; do i=$((i+1)); echo line $i; sleep 0.1; done; exit 7"));

    @TempDir
    Path home;

    @Test
    void withLiveRestoreTheNextEngineAndTheNextWorkerFindTheStepAndItsWholeOutput() throws Exception {
        try (PrivateEngine engine = PrivateEngine.start(true)) {
            SandboxHandle handle;
            try (ContainerProvider provider = open(engine)) {
                handle = begin(provider, "live-restore");
                engine.kill();
            }
            engine.startAgain();

            try (ContainerProvider successor = open(engine)) {
                assertThat(successor.recover(handle.id())).contains(handle);
                assertWhole(successor, handle);
                assertThat(successor.destroy(handle.id()).state()).isEqualTo(Receipt.State.CLEAN);
            }
        }
    }

    /** The next engine would end what it finds; until then the container lives on under its shim. */
    @Test
    void withoutLiveRestoreTheStepEndsWellWhileThereIsNoEngineAtAll() throws Exception {
        try (PrivateEngine engine = PrivateEngine.start(false);
                ContainerProvider provider = open(engine)) {
            SandboxHandle handle = begin(provider, "no-live-restore");
            engine.kill();

            assertWhole(provider, handle);

            engine.startAgain();
            assertThat(provider.destroy(handle.id()).state()).isEqualTo(Receipt.State.CLEAN);
        }
    }

    private ContainerProvider open(PrivateEngine engine) {
        SandboxConfig config = TestConfig.onEngine(home, engine.address());
        return ContainerProvider.open(config, Executor.DOCKER);
    }

    private static SandboxHandle begin(ContainerProvider provider, String task) {
        Limits limits = Limits.NONE
                .withMemory(DataSize.ofMebibytes(128))
                .withWorkspace(DataSize.ofMebibytes(32))
                .withWorkspaceFiles(1000L)
                .withOpenFiles(1024);
        SandboxHandle handle = provider.start(
                SandboxRequest.of(new TaskId("engine-death-" + task), PrivateEngine.IMAGE, limits), Progress.NONE);
        try (Supervisor supervisor = provider.connect(handle)) {
            assertThat(supervisor.start(COUNTING, Duration.ZERO).ended()).isFalse();
        }
        return handle;
    }

    private static void assertWhole(ContainerProvider provider, SandboxHandle handle) {
        try (Supervisor supervisor = provider.connect(handle)) {
            RecordedLog log = new RecordedLog();
            LogRead read = new LogRead(0, false);
            while (!read.eof()) {
                read = supervisor.readLog(COUNTING.step(), read.next(), 1 << 20, Duration.ofSeconds(30), log);
            }
            StepRecord ended = supervisor.start(COUNTING, Duration.ofSeconds(30));

            assertThat(ended.attached()).as("not started a second time").isTrue();
            assertThat(ended.outcome()).isEqualTo(OutcomeKind.EXITED);
            assertThat(ended.exitCode()).isEqualTo(7);
            assertThat(log.stdout()).isEqualTo(EVERYTHING);
        }
    }
}
