package dev.holdfast.workflows;

import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskState;
import dev.holdfast.workflows.SandboxActivities.Collected;
import dev.holdfast.workflows.SandboxActivities.Finished;
import dev.holdfast.workflows.SandboxActivities.Staged;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far a worker came with a task at once. What is absent is still to be done, by activities that may take their time.
 *
 * @param since when the task entered each of the states that it went through
 * @param staged the files that were brought in; absent when none were
 * @param steps the first ones of the spec, none of which is to be run again
 * @param rest why the rest is left to others; absent when nothing is
 * @param elsewhere the sandbox is on another host
 * @param stopped when that was, by the worker's clock: what Temporal calls now may be the time when a worker that was
 *     asleep got the task; absent when unknown
 * @param told its row says how it ended already
 * @param finishes the worker that did it also ends the task when it gives the sandbox back; older ones leave that to the
 *     workflow
 * @param finished it has done so already; absent when that is still to be done
 */
public record Begun(
        @Nullable Reservation reservation,
        @Nullable Sandbox sandbox,
        Map<TaskState, Instant> since,
        @Nullable Staged staged,
        List<StepResult> steps,
        @Nullable Collected collected,
        @Nullable String rest,
        boolean elsewhere,
        @Nullable Instant stopped,
        boolean told,
        boolean finishes,
        @Nullable Finished finished) {
    public static final Begun NOTHING = nothing("it took too long", false);

    /** For who need not hear again what was told. */
    static final Begun TOLD =
            new Begun(null, null, Map.of(), null, List.of(), null, null, false, null, true, false, null);

    public Begun {
        since = Map.copyOf(since);
        steps = List.copyOf(steps);
    }

    static Begun nothing(String why, boolean elsewhere) {
        return new Begun(null, null, Map.of(), null, List.of(), null, why, elsewhere, null, false, false, null);
    }

    /** Nothing is left to do but to give the sandbox back. */
    boolean whole() {
        return collected != null;
    }

    public Begun asTold() {
        return new Begun(
                reservation, sandbox, since, staged, steps, collected, rest, elsewhere, stopped, true, finishes, null);
    }

    public Begun asFinished(Finished how) {
        return new Begun(
                reservation, sandbox, since, staged, steps, collected, rest, elsewhere, stopped, told, finishes, how);
    }

    /** Without what the task's row has too: both are in one payload. */
    Begun withoutResults() {
        return withResults(List.of(), List.of());
    }

    /** As it was, with what the task's row has. */
    public Begun withResultsOf(TaskResult row) {
        return withResults(row.steps(), row.artifacts());
    }

    /** As little as the task has room for; what an older worker kept may be more. */
    public Begun fitting(TaskRequest task) {
        PayloadRoom room = new PayloadRoom(task);
        KeptSteps kept = new KeptSteps(room, task.spec().open() != null);
        steps.forEach(step -> kept.add(step.within(room.excerpt())));
        return withResults(kept.all(), collected == null ? List.of() : PayloadRoom.first(collected.first()));
    }

    private Begun withResults(List<StepResult> results, List<Artifact> artifacts) {
        Collected with = collected == null ? null : new Collected(artifacts, collected.count(), collected.warnings());
        return new Begun(
                reservation, sandbox, since, staged, results, with, rest, elsewhere, stopped, told, finishes, finished);
    }

    /** Files were brought in, if there were any. */
    boolean hasFiles() {
        return since.containsKey(TaskState.RUNNING);
    }
}
