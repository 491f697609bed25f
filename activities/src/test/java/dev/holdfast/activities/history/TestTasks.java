package dev.holdfast.activities.history;

import dev.holdfast.contract.Command;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.ResourceUsage;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskState;
import dev.holdfast.contract.Transition;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import dev.holdfast.workflows.TaskRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows of tasks of one step that have ended, as a test wants them. */
public final class TestTasks {
    private final String project;
    private String command = "true";
    private Map<String, String> labels = Map.of();
    private Map<String, String> env = Map.of();
    private TaskState state = TaskState.SUCCEEDED;
    private OutcomeKind outcome = OutcomeKind.EXITED;
    private int exitCode;
    private @Nullable String signal;
    private String stderr = "";
    private Duration duration = Duration.ofSeconds(1);

    private TestTasks(String project) {
        this.project = project;
    }

    public static TestTasks of(String project) {
        return new TestTasks(project);
    }

    public TestTasks command(String line) {
        command = line;
        return this;
    }

    public TestTasks label(String name, String value) {
        labels = Map.of(name, value);
        return this;
    }

    public TestTasks env(String name, String value) {
        env = Map.of(name, value);
        return this;
    }

    public TestTasks failed(OutcomeKind how, int code) {
        state = TaskState.FAILED;
        outcome = how;
        exitCode = code;
        return this;
    }

    public TestTasks signal(String name) {
        signal = name;
        return this;
    }

    public TestTasks stderr(String text) {
        stderr = text;
        return this;
    }

    public TestTasks duration(Duration time) {
        duration = time;
        return this;
    }

    public HistoryEntry entry(String id, Instant created) {
        TaskSpec spec = TaskSpec.of(StepSpec.of(Command.shell(command)))
                .withProject(new ProjectId(project))
                .withLabels(labels)
                .withEnv(env);
        TaskId taskId = new TaskId(id);
        Instant ended = created.plus(duration);
        return new HistoryEntry(
                new TaskRequest(taskId, spec, "somebody"),
                1,
                new TaskResult(
                        taskId,
                        spec.project(),
                        state,
                        outcome,
                        exitCode,
                        "step-1 exited with " + exitCode,
                        null,
                        Executor.DOCKER,
                        "",
                        "debian:bookworm-slim",
                        "sha256:abc",
                        "host-1",
                        List.of(step(created, ended)),
                        List.of(),
                        0,
                        Receipt.NOTHING_TO_CLEAN,
                        List.of(),
                        List.of(new Transition(TaskState.QUEUED, created, "accepted")),
                        labels,
                        null,
                        created,
                        ended,
                        duration.toMillis()));
    }

    private StepResult step(Instant created, Instant ended) {
        return new StepResult(
                "step-1",
                List.of("/bin/sh", "-c", command),
                outcome,
                exitCode,
                signal,
                null,
                "",
                stderr,
                false,
                0,
                stderr.length(),
                0,
                created,
                ended,
                duration.toMillis(),
                1,
                ResourceUsage.UNKNOWN);
    }
}
