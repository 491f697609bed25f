package dev.holdfast.activities.task;

import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.Leases;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.activities.sandbox.StepRecord;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.activities.sandbox.Supervisor.StopReason;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.workflows.Reservation;
import dev.holdfast.workflows.Sandbox;
import dev.holdfast.workflows.SandboxActivities;
import dev.holdfast.workflows.TaskRequest;
import io.temporal.activity.Activity;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The activities of one host. Holds no state of its own: everything is found again by the sandbox's id. */
public final class TaskSandboxActivities implements SandboxActivities {
    private final Host host;
    private final TaskPolicy policy;
    private final Sandboxes sandboxes;
    private final TaskFiles files;
    private final HistoryDatabase history;
    private final StepFollower follower;

    public TaskSandboxActivities(
            Host host, TaskPolicy policy, Sandboxes sandboxes, TaskFiles files, HistoryDatabase history) {
        this.host = host;
        this.policy = policy;
        this.sandboxes = sandboxes;
        this.files = files;
        this.history = history;
        this.follower = new StepFollower(history.logs(), history.leases(), policy.lease());
    }

    @Override
    public Reservation reserve(TaskRequest request) {
        try (Pulse pulse = Pulse.start(Activity.getExecutionContext())) {
            Sandboxes.Choice choice = ActivityFailures.translated(() -> sandboxes.choose(request.spec()));
            pulse.check();
            return new Reservation(
                    host.id(),
                    host.taskQueue(),
                    choice.executor(),
                    choice.reason(),
                    choice.image(),
                    choice.limits(),
                    policy.stepTimeout(),
                    policy.stepGrace(),
                    policy.outputLimit(),
                    policy.hostLostAfter(),
                    choice.warnings());
        }
    }

    @Override
    public Sandbox acquire(AcquireRequest request) {
        SandboxRequest wanted = wanted(request.task(), request.reservation());
        lease(request.task(), wanted.id(), request.reservation());
        try (Pulse pulse = Pulse.start(Activity.getExecutionContext())) {
            SandboxHandle handle = ActivityFailures.translated(
                    () -> sandboxes.of(request.reservation().executor()).start(wanted, message -> pulse.check()));
            return new Sandbox(wanted.id().value(), handle.toJson(), handle.imageDigest(), false);
        }
    }

    @Override
    public Staged stage(StageRequest request) {
        try (Pulse pulse = Pulse.start(Activity.getExecutionContext());
                Supervisor supervisor = connect(request.sandbox())) {
            return ActivityFailures.translated(() ->
                    files.bringIn(request.task().spec(), request.reservation().limits(), supervisor, pulse::check));
        }
    }

    @Override
    public StepResult runStep(RunStepRequest request) {
        try (Pulse pulse = Pulse.start(Activity.getExecutionContext());
                Supervisor supervisor = connect(request.sandbox())) {
            return ActivityFailures.translated(() -> follower.follow(supervisor, request, pulse::check));
        }
    }

    @Override
    public StepResult stopStep(StopStepRequest request) {
        RunStepRequest run = request.run();
        try (Supervisor supervisor = connect(run.sandbox())) {
            StepRecord ended = supervisor.stop(
                    run.key(),
                    run.reservation().graceOf(run.step()),
                    request.timedOut() ? StopReason.TIMED_OUT : StopReason.CANCELLED);
            return follower.stopped(supervisor, run, ended, request.reason());
        } catch (SandboxException e) {
            if (e.error() == SandboxError.UNKNOWN_STEP) {
                return NeverStarted.result(run, request.timedOut(), request.reason());
            }
            throw ActivityFailures.failure(e);
        }
    }

    @Override
    public Collected collect(CollectRequest request) {
        try (Pulse pulse = Pulse.start(Activity.getExecutionContext());
                Supervisor supervisor = connect(request.sandbox())) {
            return ActivityFailures.translated(() -> files.bringOut(request, supervisor, pulse::check));
        }
    }

    @Override
    public Receipt release(ReleaseRequest request) {
        SandboxId id = SandboxId.of(request.taskId());
        return ActivityFailures.translated(() -> {
            Receipt receipt = sandboxes.of(request.reservation().executor()).destroy(id);
            history.leases().giveBack(id.value(), request.taskId(), receipt);
            return receipt;
        });
    }

    private Supervisor connect(Sandbox sandbox) {
        SandboxHandle handle = SandboxHandle.fromJson(sandbox.handle());
        return sandboxes.of(handle.executor()).connect(handle);
    }

    /** Before the sandbox is made, so that there is never one without a lease. */
    private void lease(TaskRequest task, SandboxId id, Reservation reservation) {
        Instant now = Instant.now();
        history.leases()
                .take(new Leases.Lease(
                        id.value(), task.taskId(), host.id(), reservation.executor(), now, now.plus(policy.lease())));
    }

    private SandboxRequest wanted(TaskRequest task, Reservation reservation) {
        TaskSpec spec = task.spec();
        return new SandboxRequest(
                SandboxId.of(task.taskId()),
                task.taskId(),
                spec.project(),
                reservation.image(),
                reservation.limits(),
                spec.network(),
                Map.of(),
                null,
                List.of(),
                null,
                Map.of(),
                policy.lease());
    }
}
