package dev.holdfast.workflows;

import static dev.holdfast.contract.TaskState.ACQUIRING;
import static dev.holdfast.contract.TaskState.CANCELLED;
import static dev.holdfast.contract.TaskState.CLEANUP_FAILED;
import static dev.holdfast.contract.TaskState.COLLECTING;
import static dev.holdfast.contract.TaskState.FAILED;
import static dev.holdfast.contract.TaskState.LOST;
import static dev.holdfast.contract.TaskState.QUEUED;
import static dev.holdfast.contract.TaskState.RELEASING;
import static dev.holdfast.contract.TaskState.RUNNING;
import static dev.holdfast.contract.TaskState.STAGING;
import static dev.holdfast.contract.TaskState.SUCCEEDED;
import static dev.holdfast.contract.TaskState.TIMED_OUT;

import dev.holdfast.contract.TaskState;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The table of a task's states; the picture in docs/lifecycle.md is drawn from it. */
public final class Lifecycle {
    private static final Map<TaskState, Set<TaskState>> NEXT = table();

    private Lifecycle() {}

    private static Map<TaskState, Set<TaskState>> table() {
        Map<TaskState, Set<TaskState>> next = new EnumMap<>(TaskState.class);
        // Without a sandbox there is nothing to release: a queued task ends directly.
        next.put(QUEUED, EnumSet.of(ACQUIRING, FAILED, TIMED_OUT, CANCELLED));
        // A task without files has nothing to stage.
        // Back to the queue when its host is gone and nothing was begun there, or its command may be run again.
        next.put(ACQUIRING, EnumSet.of(STAGING, RUNNING, RELEASING, QUEUED));
        next.put(STAGING, EnumSet.of(RUNNING, RELEASING, QUEUED));
        next.put(RUNNING, EnumSet.of(COLLECTING, RELEASING, QUEUED));
        next.put(COLLECTING, EnumSet.of(RELEASING));
        next.put(RELEASING, EnumSet.of(SUCCEEDED, FAILED, TIMED_OUT, CANCELLED, LOST, CLEANUP_FAILED));
        for (TaskState state : TaskState.values()) {
            next.putIfAbsent(state, EnumSet.noneOf(TaskState.class));
        }
        return next;
    }

    public static Set<TaskState> next(TaskState from) {
        return Set.copyOf(NEXT.getOrDefault(from, Set.of()));
    }

    public static boolean allows(TaskState from, TaskState to) {
        return next(from).contains(to);
    }
}
