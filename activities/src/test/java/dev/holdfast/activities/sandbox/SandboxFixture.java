package dev.holdfast.activities.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.TaskId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A provider on a home of its own, and nothing left of either after each test. */
public abstract class SandboxFixture {
    private static final AtomicInteger COUNTER = new AtomicInteger();

    protected static final Limits SMALL = new Limits(
                    1.0,
                    DataSize.ofMebibytes(256),
                    64,
                    DataSize.ofMebibytes(64),
                    DataSize.ofMebibytes(64),
                    2000L,
                    1024,
                    null)
            .orElse(Limits.DEFAULTS);

    protected Path home;
    protected SandboxProvider provider;
    protected SandboxId id;
    protected TaskId taskId;

    /** Another one on the same home, as a second worker would have it. */
    protected abstract SandboxProvider open(SandboxConfig config);

    protected abstract SandboxConfig config(Path newHome);

    /** Makes the sandbox die without our doing. */
    protected abstract void killFromOutside(SandboxHandle handle) throws Exception;

    @BeforeEach
    void openProvider() throws IOException {
        home = Files.createTempDirectory(Files.createDirectories(Path.of("target", "sandboxes")), "h")
                .toAbsolutePath();
        provider = open(config(home));
        taskId = new TaskId(
                getClass().getSimpleName() + "-" + ProcessHandle.current().pid() + "-" + COUNTER.incrementAndGet());
        id = SandboxId.of(taskId);
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        for (ListedSandbox listed : provider.list()) {
            Receipt receipt = provider.destroy(listed.id());
            assertThat(receipt.left()).isEmpty();
        }
        assertThat(provider.list()).isEmpty();
        provider.close();
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    protected SandboxRequest request() {
        return SandboxRequest.of(taskId, null, SMALL);
    }

    protected SandboxHandle start() {
        return provider.start(request(), Progress.NONE);
    }

    protected static StepStart shell(String key, String script) {
        return StepStart.of(key, List.of("sh", "-c", script));
    }

    /** Runs to the end and gives what it wrote. */
    protected Ran run(Supervisor supervisor, String key, String script) {
        RecordedLog log = new RecordedLog();
        Supervisor.Started started = supervisor.start(shell(key, script), Duration.ofSeconds(30), 1 << 20, log);
        assertThat(started.step().ended()).as("step %s ended", key).isTrue();
        return new Ran(started.step(), log);
    }

    protected record Ran(StepRecord step, RecordedLog log) {}
}
