package dev.holdfast.activities.task;

import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.pool.WarmPool;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.StepRecord;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.activities.sandbox.Supervisor.StopReason;
import dev.holdfast.activities.secrets.SecretScope;
import dev.holdfast.activities.secrets.TaskSecrets;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.StepResult;
import dev.holdfast.workflows.Reservation;
import dev.holdfast.workflows.Sandbox;
import dev.holdfast.workflows.SandboxActivities;
import dev.holdfast.workflows.TaskRequest;
import io.temporal.activity.Activity;

/** The activities of one host. Holds no state of its own: everything is found again by the sandbox's id. */
public final class TaskSandboxActivities implements SandboxActivities {
    private final Host host;
    private final TaskPolicy policy;
    private final Sandboxes sandboxes;
    private final TaskFiles files;
    private final TaskSecrets secrets;
    private final Acquisition acquisition;
    private final Release release;
    private final StepFollower follower;

    public TaskSandboxActivities(
            Host host,
            TaskPolicy policy,
            Sandboxes sandboxes,
            WarmPool pool,
            TaskFiles files,
            TaskSecrets secrets,
            HistoryDatabase history) {
        this.host = host;
        this.policy = policy;
        this.sandboxes = sandboxes;
        this.files = files;
        this.acquisition = new Acquisition(host, policy.lease(), sandboxes, pool, history.leases());
        this.release = new Release(sandboxes, history.leases(), history.secrets(), pool);
        this.follower = new StepFollower(history.logs(), history.leases(), policy.lease(), secrets);
        this.secrets = secrets;
    }

    @Override
    public Reservation reserve(TaskRequest request) {
        try (Pulse pulse = Pulse.start(Activity.getExecutionContext())) {
            Sandboxes.Choice choice = ActivityFailures.translated(() -> {
                // Better before a sandbox is made than when a step is started.
                secrets.require(
                        new SecretScope(request.taskId(), request.spec().project(), request.requestedBy()),
                        request.spec().secrets());
                return sandboxes.choose(request.spec());
            });
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
        try (Pulse pulse = Pulse.start(Activity.getExecutionContext())) {
            return ActivityFailures.translated(() -> acquisition.acquire(request, message -> pulse.check()));
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
        return ActivityFailures.translated(() -> release.release(request));
    }

    private Supervisor connect(Sandbox sandbox) {
        SandboxHandle handle = SandboxHandle.fromJson(sandbox.handle());
        return sandboxes.of(handle.executor()).connect(handle);
    }
}
