package dev.holdfast.api.tasks;

import dev.holdfast.activities.history.LogPage;
import dev.holdfast.activities.history.LogStore;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.Transition;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Waits for what tasks do. Woken by the log store; looks by itself now and then, because a wake-up can be lost and
 * because a workflow that was ended from outside wakes nobody.
 */
public final class TaskFollower {
    private static final int PAGE_BYTES = 64 * 1024;

    private final Tasks tasks;
    private final LogStore logs;
    private final Duration lookAfter;

    public TaskFollower(Tasks tasks, LogStore logs, Duration lookAfter) {
        this.tasks = tasks;
        this.logs = logs;
        this.lookAfter = lookAfter;
    }

    /** Receives a task's events in order. */
    public interface Sink {
        void log(LogPage page, Position now) throws IOException;

        void state(TaskResult task, Transition change, Position now) throws IOException;

        /** Nothing happened for a while. */
        void idle() throws IOException;

        /** The last call: everything before the end was reported. */
        void end(TaskResult task, Position now) throws IOException;
    }

    /** Returns after {@link Sink#end}. An exception of the sink ends it: its reader has gone. */
    public void follow(TaskId taskId, Position from, Sink sink) throws IOException {
        try (Bell bell = Bell.of(logs, taskId)) {
            Position now = from;
            TaskResult task = tasks.find(taskId).orElseThrow(() -> new UnknownTask(taskId.value()));
            while (true) {
                now = report(task, now, sink);
                if (task.state().terminal()) {
                    sink.end(task, now);
                    return;
                }
                task = next(bell, task, sink);
            }
        }
    }

    /** The row was read before the log, and output is stored before the end is: so a last log is a whole log. */
    private Position report(TaskResult task, Position from, Sink sink) throws IOException {
        Position now = from;
        for (Transition change : unseen(task.transitions(), now.transitions())) {
            if (change.state().terminal()) {
                break; // the end comes as an event of its own, behind the last output
            }
            now = now.withTransitions(now.transitions() + 1);
            sink.state(task, change, now);
        }
        for (LogPage page = read(task.taskId(), now.log());
                !page.chunks().isEmpty();
                page = read(task.taskId(), now.log())) {
            now = now.withLog(page.cursor());
            sink.log(page, now);
        }
        return now;
    }

    private static List<Transition> unseen(List<Transition> transitions, int seen) {
        return transitions.subList(Math.min(seen, transitions.size()), transitions.size());
    }

    private LogPage read(TaskId taskId, long cursor) {
        return HistoryUnavailable.unless(() -> logs.read(taskId, cursor, PAGE_BYTES));
    }

    private TaskResult next(Bell bell, TaskResult last, Sink sink) throws IOException {
        boolean woken = bell.await(lookAfter);
        if (!woken) {
            sink.idle();
        }
        Optional<TaskResult> now = woken ? tasks.row(last.taskId()) : tasks.find(last.taskId());
        return now.orElse(last);
    }

    /**
     * Starts a task and waits until it is as far as its caller waits for, or for that time. Listens first, because a short
     * task is over before its caller hears that it was started.
     */
    public Accepted start(Submission submission, Wait wait) {
        if (wait.over()) {
            return tasks.submit(submission, wait);
        }
        TaskId taskId = tasks.idOf(submission);
        try (Bell bell = Bell.of(logs, taskId)) {
            Accepted accepted = tasks.submit(submission, taskId, wait);
            return accepted.answered() ? accepted : accepted.as(await(bell, accepted.task(), wait));
        }
    }

    /** The task when it is as far as its caller waits for, or as it is after that time. */
    public TaskResult await(TaskId taskId, Wait wait) {
        TaskResult task = tasks.find(taskId).orElseThrow(() -> new UnknownTask(taskId.value()));
        if (wait.metBy(task) || wait.left().isZero()) {
            return task;
        }
        try (Bell bell = Bell.of(logs, taskId)) {
            return await(bell, tasks.row(taskId).orElse(task), wait);
        }
    }

    private TaskResult await(Bell bell, TaskResult from, Wait wait) {
        TaskResult task = from;
        while (!wait.metBy(task)) {
            Duration left = wait.left();
            if (left.isZero()) {
                return task;
            }
            boolean woken = bell.await(left.compareTo(lookAfter) < 0 ? left : lookAfter);
            task = (woken ? tasks.row(task.taskId()) : tasks.find(task.taskId())).orElse(task);
        }
        return task;
    }
}
