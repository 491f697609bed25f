package dev.holdfast.api.fakes;

import dev.holdfast.activities.history.LogChunk;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.ResourceUsage;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskState;
import dev.holdfast.contract.Transition;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import dev.holdfast.workflows.TaskRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes what a worker would write about one task of one step. */
public final class FakeWorker {
    private static final int EXCERPT = 4096;

    private final FakeHistory history;
    private final TaskRequest request;
    private final List<Transition> transitions = new ArrayList<>();
    private final StringBuilder stdout = new StringBuilder();
    private final StringBuilder stderr = new StringBuilder();
    private long version;
    private long offset;

    public FakeWorker(FakeHistory history, FakeEngine engine, TaskId taskId) {
        this.history = history;
        this.request = Objects.requireNonNull(engine.started.get(taskId), "the task was not started");
    }

    public FakeWorker enters(TaskState state) {
        transitions.add(new Transition(state, Instant.now(), "as it goes"));
        history.record(new HistoryEntry(request, version++, snapshot(state, null)));
        return this;
    }

    public FakeWorker writes(String text) {
        stdout.append(text);
        return chunk(LogChunk.Stream.STDOUT, text);
    }

    public FakeWorker complains(String text) {
        stderr.append(text);
        return chunk(LogChunk.Stream.STDERR, text);
    }

    public TaskResult exits(int code) {
        TaskState end = code == 0 ? TaskState.SUCCEEDED : TaskState.FAILED;
        transitions.add(new Transition(end, Instant.now(), "exited with " + code));
        TaskResult result = snapshot(end, code);
        history.record(new HistoryEntry(request, version++, result));
        return result;
    }

    private FakeWorker chunk(LogChunk.Stream stream, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        history.append(
                List.of(new LogChunk(request.taskId(), "s1-a1", "step-1", offset, stream, Instant.now(), bytes, 0)));
        offset += bytes.length;
        return this;
    }

    private TaskResult snapshot(TaskState state, @Nullable Integer code) {
        Instant created = transitions.get(0).at();
        boolean ended = state.terminal();
        return new TaskResult(
                request.taskId(),
                request.spec().project(),
                state,
                code == null ? null : OutcomeKind.EXITED,
                code,
                "as it goes",
                null,
                Executor.LOCAL,
                "a fake",
                request.spec().image(),
                null,
                "here",
                code == null ? List.of() : List.of(step(code)),
                List.of(),
                0,
                ended ? Receipt.NOTHING_TO_CLEAN : Receipt.PENDING,
                List.of(),
                List.copyOf(transitions),
                request.spec().labels(),
                request.spec().origin(),
                created,
                ended ? Instant.now() : null,
                ended ? Duration.between(created, Instant.now()).toMillis() : null);
    }

    private StepResult step(int code) {
        return new StepResult(
                "step-1",
                List.of("sh"),
                OutcomeKind.EXITED,
                code,
                null,
                null,
                excerpt(stdout),
                excerpt(stderr),
                stdout.length() > EXCERPT || stderr.length() > EXCERPT,
                stdout.length(),
                stderr.length(),
                0,
                Instant.now(),
                Instant.now(),
                5,
                1,
                ResourceUsage.UNKNOWN);
    }

    /** A step that went well. */
    static StepResult ended(StepSpec step) {
        return new StepResult(
                String.valueOf(step.name()),
                step.command().argv(),
                OutcomeKind.EXITED,
                0,
                null,
                null,
                "out",
                "",
                false,
                3,
                0,
                0,
                Instant.now(),
                Instant.now(),
                5,
                1,
                ResourceUsage.UNKNOWN);
    }

    private static String excerpt(StringBuilder text) {
        return text.substring(0, Math.min(text.length(), EXCERPT));
    }
}
