package dev.holdfast.api.tasks;

import dev.holdfast.activities.bundle.Redaction;
import dev.holdfast.activities.history.TaskHistory;
import dev.holdfast.activities.history.TaskQuery;
import dev.holdfast.api.secrets.KeptSecrets;
import dev.holdfast.api.tasks.TaskEngine.Start;
import dev.holdfast.api.tasks.TaskEngine.View;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskIds;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskState;
import dev.holdfast.workflows.TaskRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Submits, finds, lists and cancels. Rows are read first, because they are cheap; the engine is asked where a row is
 * missing or says that the task still runs, because only the engine is sure.
 */
public final class Tasks {
    private static final Logger log = LoggerFactory.getLogger(Tasks.class);

    private static final Comparator<TaskResult> NEWEST_FIRST = Comparator.comparing(TaskResult::createdAt)
            .thenComparing(task -> task.taskId().value())
            .reversed();

    private final TaskEngine engine;
    private final TaskHistory history;
    private final KeptSecrets secrets;
    private final Clock clock;

    public Tasks(TaskEngine engine, TaskHistory history, KeptSecrets secrets, Clock clock) {
        this.secrets = secrets;
        this.engine = engine;
        this.history = history;
        this.clock = clock;
    }

    /** Starts it; who waits for an open task to be ready hears so by the same call where that comes in time. */
    public Accepted submit(Submission submission, Wait wait) {
        return submit(submission, idOf(submission), wait);
    }

    Accepted submit(Submission submission, TaskId taskId, Wait wait) {
        secrets.check(submission.spec(), submission.secretValues());
        if (submission.mayBeARepetition()) {
            // The engine forgets what ended long ago; the history does not.
            Optional<TaskSpec> known = unlessDown(() -> history.findSpec(taskId));
            if (known.isPresent()) {
                return again(taskId, known.get(), submission.spec());
            }
        }
        TaskRequest request = new TaskRequest(taskId, submission.spec(), submission.requestedBy());
        if (!submission.secretValues().isEmpty()) {
            // Before the start: a worker may look for them at once.
            HistoryUnavailable.unless(() -> {
                secrets.keep(taskId, submission.secretValues(), submission.requestedBy());
                return taskId;
            });
        }
        Duration patience = wait.until() == Wait.Until.RESULT ? wait.left() : Duration.ZERO;
        return switch (engine.start(request, patience)) {
            case Start.Accepted() ->
                new Accepted(Snapshots.queued(taskId, submission.spec(), clock.instant()), true, false);
            case Start.Answered(TaskResult result) -> new Accepted(result, true, true);
            case Start.Taken() -> {
                TaskRequest first = engine.request(taskId).orElseThrow(() -> new TaskConflict(taskId));
                yield again(taskId, first.spec(), submission.spec());
            }
        };
    }

    private Accepted again(TaskId taskId, TaskSpec first, TaskSpec second) {
        if (!first.equals(second)) {
            throw new TaskConflict(taskId);
        }
        TaskResult known = find(taskId).orElseGet(() -> Snapshots.queued(taskId, first, clock.instant()));
        // An open one has no end to wait for.
        return new Accepted(known, false, first.open() != null);
    }

    TaskId idOf(Submission submission) {
        if (submission.taskId() != null) {
            return submission.taskId();
        }
        String key = submission.idempotencyKey();
        return key == null ? TaskIds.next(clock) : TaskIds.ofKey(submission.requestedBy(), key);
    }

    public Optional<TaskResult> find(TaskId taskId) {
        Optional<TaskResult> row = unlessDown(() -> history.find(taskId));
        if (row.isPresent() && row.get().state().terminal()) {
            return row;
        }
        try {
            return reconciled(taskId, row);
        } catch (TaskEngine.Unavailable down) {
            if (row.isEmpty()) {
                throw down;
            }
            return row;
        }
    }

    /** Whether it still runs, as far as its row says: cheap enough for every key that somebody presses. */
    public boolean mayRun(TaskId taskId) {
        return row(taskId)
                .or(() -> find(taskId))
                .filter(task -> !task.state().terminal())
                .isPresent();
    }

    /** The row alone: cheap, and right but for a task whose workflow was ended from outside. */
    Optional<TaskResult> row(TaskId taskId) {
        return unlessDown(() -> history.find(taskId));
    }

    private Optional<TaskResult> reconciled(TaskId taskId, Optional<TaskResult> row) {
        return switch (engine.view(taskId)) {
            case View.Unknown() -> row;
            // A short task has no row before its end.
            case View.Running() -> row.or(() -> engine.now(taskId)).or(() -> queued(taskId));
            case View.Ended(TaskResult result) -> Optional.of(result);
            case View.BrokenOff(String reason) ->
                row.or(() -> queued(taskId)).map(last -> Snapshots.brokenOff(last, reason, clock.instant()));
        };
    }

    private Optional<TaskResult> queued(TaskId taskId) {
        Instant now = clock.instant();
        return engine.request(taskId).map(request -> Snapshots.queued(taskId, request.spec(), now));
    }

    /**
     * @param states in place of the query's own; none means all
     */
    public List<TaskResult> list(TaskQuery query, Collection<TaskState> states) {
        if (states.isEmpty()) {
            return HistoryUnavailable.unless(() -> history.list(query));
        }
        return HistoryUnavailable.unless(() -> states.stream()
                .distinct()
                .flatMap(state -> history.list(query.in(state)).stream())
                .sorted(NEWEST_FIRST)
                .limit(query.limit())
                .toList());
    }

    /**
     * A task's artifacts in the order of their paths.
     *
     * @param afterPath the last one of the page before
     */
    public List<Artifact> artifacts(TaskId taskId, @Nullable String afterPath, int limit) {
        if (find(taskId).isEmpty()) {
            throw new UnknownTask(taskId.value());
        }
        return HistoryUnavailable.unless(() -> history.artifacts(taskId, afterPath, limit));
    }

    public Optional<Artifact> artifact(TaskId taskId, String path) {
        if (find(taskId).isEmpty()) {
            throw new UnknownTask(taskId.value());
        }
        return HistoryUnavailable.unless(() -> history.artifact(taskId, path));
    }

    /** What was asked for, without values of variables that look secret. */
    public TaskSpec spec(TaskId taskId) {
        return unlessDown(() -> history.findSpec(taskId))
                .or(() -> engine.request(taskId).map(TaskRequest::spec))
                .map(Redaction::of)
                .orElseThrow(() -> new UnknownTask(taskId.value()));
    }

    /** The events of its workflow, for a replay. */
    public String history(TaskId taskId) {
        return workflow(taskId).orElseThrow(() -> new UnknownTask(taskId.value()));
    }

    /** The same; empty when Temporal has forgotten it or never knew it. */
    public Optional<String> workflow(TaskId taskId) {
        return engine.history(taskId);
    }

    /** The task as it is after asking; one that has ended stays as it is. */
    public TaskResult cancel(TaskId taskId, String reason) {
        TaskResult before = find(taskId).orElseThrow(() -> new UnknownTask(taskId.value()));
        if (!before.state().terminal()) {
            engine.cancel(taskId, reason);
        }
        return before;
    }

    /** The port declares no failures, so whatever it throws means that it could not answer. */
    private static <T> Optional<T> unlessDown(Supplier<Optional<T>> question) {
        try {
            return question.get();
        } catch (RuntimeException down) {
            log.warn("The run history does not answer: {}", HistoryUnavailable.firstLine(down));
            return Optional.empty();
        }
    }
}
