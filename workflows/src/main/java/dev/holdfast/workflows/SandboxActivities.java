package dev.holdfast.workflows;

import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.SecretRef;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskState;
import dev.holdfast.contract.rest.StoredFile;
import dev.holdfast.contract.rest.WorkspacePage;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a host does for a task. Every method may be called again after a lost reply and then finds what it did before;
 * none of them kills a command because its caller went away.
 */
@ActivityInterface
public interface SandboxActivities {
    /** The type of the failure by which a local activity says that this takes long: one that heartbeats shall go on. */
    String HANDED_OVER = "handed_over";

    /** The same, because the sandbox is on another host. */
    String ELSEWHERE = "elsewhere";

    /** The type of the failure by which {@link #leaveHost} says that the task is not moved. */
    String COMMAND_BEGUN = "command_begun";

    /** As much of the task as this worker can do at once; the others are then asked for the rest. */
    @ActivityMethod(name = "Do at once")
    Begun begin(BeginRequest request);

    /** How far {@link #begin} came that is still at it; nothing when it is not, or runs in another worker. */
    @ActivityMethod(name = "How far")
    Begun howFar(BeginRequest request);

    /** Where a task is that shall end, or how far it came; when it is nowhere it never will be. */
    @ActivityMethod(name = "Find its place")
    Place findPlace(TaskRequest request);

    /** Any worker with room answers for its host; a task that was placed before is told where. */
    @ActivityMethod(name = "Reserve")
    Reservation reserve(TaskRequest request);

    /**
     * Takes a task off a host that is gone, so that another may reserve. Fails when a command that may not be run again may
     * have been begun there: the host knows that before the history does.
     */
    @ActivityMethod(name = "Leave host")
    void leaveHost(LeaveRequest request);

    /** A warm sandbox or a new one. */
    @ActivityMethod(name = "Acquire sandbox")
    Sandbox acquire(AcquireRequest request);

    /** Files into the workspace. */
    @ActivityMethod(name = "Stage files")
    Staged stage(StageRequest request);

    /** Starts the step, or attaches to it, and follows it to its end. */
    @ActivityMethod(name = "Run step")
    StepResult runStep(RunStepRequest request);

    /** Ends a step that may still run, and tells how it ended. */
    @ActivityMethod(name = "Stop step")
    StepResult stopStep(StopStepRequest request);

    /** What lies in the workspace, or the bytes of one of its files. */
    @ActivityMethod(name = "Look into workspace")
    Looked look(LookRequest request);

    /** Artifacts out of the workspace. */
    @ActivityMethod(name = "Collect artifacts")
    Collected collect(CollectRequest request);

    /** Removes the sandbox and proves it. */
    @ActivityMethod(name = "Release sandbox")
    Receipt release(ReleaseRequest request);

    /** The same, and writes how the task ended: for one that was begun at once by the same worker. */
    @ActivityMethod(name = "Release sandbox and end")
    Finished finish(FinishRequest request);

    /**
     * @param place counts the hosts that the task was on; the first is 1
     * @param most how long it may take
     * @param deadline of the task itself, if it has one
     * @param accepted when the task was; unknown to an older workflow
     */
    record BeginRequest(
            TaskRequest task,
            int place,
            Duration most,
            @Nullable Instant deadline,
            @Nullable Instant accepted) {}

    /**
     * @param reservation what the task has; absent when it has nothing
     * @param begun what a worker did of it, all of it and perhaps told already, before the history had a word of it
     */
    record Place(
            @Nullable Reservation reservation, @Nullable Begun begun) {}

    record LeaveRequest(TaskId taskId, String host) {}

    record AcquireRequest(TaskRequest task, Reservation reservation) {}

    /**
     * @param before the key of the first step; once it has begun the files are its own, and nothing is brought in. Absent
     *     when files come at any time
     */
    record StageRequest(
            TaskRequest task,
            Reservation reservation,
            Sandbox sandbox,
            @Nullable String before) {}

    /** @param warnings what was found when the files were looked at */
    record Staged(long files, long bytes, List<String> warnings) {
        public static final Staged NOTHING = new Staged(0, 0, List.of());

        public Staged {
            // A history that an older worker wrote knows none.
            warnings = warnings == null ? List.of() : List.copyOf(warnings);
        }
    }

    /**
     * @param key the step's name in this sandbox; the same key is never started twice
     * @param env of the whole task; the step's own wins
     * @param requestedBy whose own secrets may be used
     * @param secrets by name: their values are found where the step is started
     * @param excerptBytes how much of each end of each stream is returned
     */
    record RunStepRequest(
            TaskId taskId,
            Reservation reservation,
            Sandbox sandbox,
            String key,
            int attempt,
            StepSpec step,
            Map<String, String> env,
            ProjectId project,
            String requestedBy,
            List<SecretRef> secrets,
            int excerptBytes) {

        public RunStepRequest {
            // A history that an older worker wrote knows none of these.
            requestedBy = requestedBy == null ? "" : requestedBy;
            project = project == null ? ProjectId.DEFAULT : project;
            secrets = secrets == null ? List.of() : List.copyOf(secrets);
        }
    }

    record StopStepRequest(RunStepRequest run, boolean timedOut, String reason) {}

    /**
     * @param path relative to the workspace
     * @param content the bytes instead of a listing: of a file, or of a directory as a tar archive
     * @param after the last path of the page before
     */
    record Look(
            String path,
            boolean content,
            boolean recursive,
            int limit,
            @Nullable String after) {}

    record LookRequest(TaskId taskId, Reservation reservation, Sandbox sandbox, Look look) {}

    /**
     * One of the three.
     *
     * @param missing why there is nothing to see at that path
     */
    record Looked(
            @Nullable WorkspacePage page,
            @Nullable StoredFile content,
            @Nullable String missing) {}

    record CollectRequest(TaskRequest task, Reservation reservation, Sandbox sandbox) {}

    /**
     * @param first the first of them, few enough for a payload; the history has all
     */
    record Collected(List<Artifact> first, long count, List<String> warnings) {}

    /**
     * Names the sandbox by its task, because a sandbox whose acquisition was never answered must be found too.
     *
     * @param ending the task's row while it is being released
     * @param begun what was done at once and is not in the history yet. It is kept before anybody hears of it, so that the
     *     task cannot end in another way; absent when the history has it. What was told is kept already, and {@code ending}
     *     written. Its results are those of {@code ending}
     */
    record ReleaseRequest(
            TaskId taskId,
            Reservation reservation,
            HistoryEntry ending,
            @Nullable Begun begun) {}

    /** @param end how the task ends if nothing is left behind */
    record FinishRequest(ReleaseRequest release, TaskState end) {}

    /** @param endedAt what the task's row says; absent when it is still to be written */
    record Finished(Receipt receipt, @Nullable Instant endedAt) {}
}
