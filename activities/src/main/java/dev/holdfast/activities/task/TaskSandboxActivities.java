package dev.holdfast.activities.task;

import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.Placements;
import dev.holdfast.activities.pool.Calm;
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
import dev.holdfast.contract.TaskId;
import dev.holdfast.workflows.AtOnce;
import dev.holdfast.workflows.Begun;
import dev.holdfast.workflows.Reservation;
import dev.holdfast.workflows.Sandbox;
import dev.holdfast.workflows.SandboxActivities;
import dev.holdfast.workflows.TaskRequest;
import io.temporal.activity.Activity;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The activities of one host. Everything that counts is found again by the sandbox's id. */
public final class TaskSandboxActivities implements SandboxActivities {
    private final Host host;
    private final TaskPolicy policy;
    private final Sandboxes sandboxes;
    private final TaskFiles files;
    private final TaskSecrets secrets;
    private final Placements placements;
    private final SpecOfRecord specs;
    private final Admission admission;
    private final Acquisition acquisition;
    private final Release release;
    private final StepFollower follower;
    private final OwnRows own;
    private final Calm calm;
    private final Map<TaskId, AtOnce> underWay = new ConcurrentHashMap<>();

    public TaskSandboxActivities(
            Host host,
            TaskPolicy policy,
            Capacity capacity,
            Sandboxes sandboxes,
            WarmPool pool,
            TaskFiles files,
            TaskSecrets secrets,
            HistoryDatabase history,
            HistoryWriter rows,
            Listeners listeners) {
        this.host = host;
        this.policy = policy;
        this.sandboxes = sandboxes;
        this.files = files;
        this.placements = history.placements();
        this.specs = new SpecOfRecord(history.tasks()::findSpec);
        this.admission = new Admission(capacity, sandboxes, placements, history.hosts(), specs);
        this.acquisition = new Acquisition(host, policy.lease(), sandboxes, pool, history.leases());
        this.release = new Release(host, sandboxes, history, pool);
        this.calm = pool.calm();
        this.follower = new StepFollower(host, secrets, history);
        this.secrets = secrets;
        this.own = new OwnRows(history, rows, release, listeners);
    }

    @Override
    public Begun begin(BeginRequest request) {
        AtOnce atOnce = new AtOnce(this, request, Clock.systemUTC());
        underWay.put(request.task().taskId(), atOnce);
        try {
            return calm.during(() -> own.tell(request, atOnce));
        } catch (DoneBefore done) {
            return done.begun().fitting(request.task());
        } finally {
            underWay.remove(request.task().taskId(), atOnce);
        }
    }

    @Override
    public Begun howFar(BeginRequest request) {
        AtOnce atOnce = underWay.get(request.task().taskId());
        return atOnce == null ? Begun.NOTHING : atOnce.soFar();
    }

    @Override
    public Place findPlace(TaskRequest request) {
        return placements
                .giveUp(request.taskId(), request.spec().project())
                .map(answer -> place(answer, request))
                .orElseGet(() -> new Place(null, null));
    }

    private Place place(Placements.Answer answer, TaskRequest request) {
        return switch (answer) {
            case Placements.Answer.Placed(Reservation reservation) -> new Place(reservation, null);
            case Placements.Answer.Left(Begun begun) -> {
                specs.require(request);
                yield new Place(null, begun == null ? null : begun.fitting(request));
            }
            case Placements.Answer.NotYet no -> throw new IllegalStateException(String.valueOf(no));
        };
    }

    @Override
    public Reservation reserve(TaskRequest request) {
        try (Pulse pulse = Pulse.of(Activity.getExecutionContext())) {
            Sandboxes.Choice choice = ActivityFailures.translated(() -> {
                // Better before a sandbox is made than when a step is started.
                secrets.require(
                        new SecretScope(request.taskId(), request.spec().project(), request.requestedBy()),
                        request.spec().secrets());
                return sandboxes.choose(request.spec(), pulse::slow);
            });
            pulse.check();
            return admission.admit(request, reservation(choice), pulse);
        }
    }

    private Reservation reservation(Sandboxes.Choice choice) {
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

    @Override
    public void leaveHost(LeaveRequest request) {
        admission.leave(request);
    }

    @Override
    public Sandbox acquire(AcquireRequest request) {
        requireToBeOn(request.reservation());
        try (Pulse pulse = Pulse.of(Activity.getExecutionContext())) {
            return ActivityFailures.translated(() -> acquisition.acquire(request, message -> pulse.check()));
        }
    }

    @Override
    public Staged stage(StageRequest request) {
        requireToBeOn(request.reservation());
        try (Pulse pulse = Pulse.of(Activity.getExecutionContext());
                Supervisor supervisor = connect(request.sandbox())) {
            return ActivityFailures.translated(() -> hasBegun(supervisor, request.before())
                    ? Staged.NOTHING
                    : files.bringIn(request.task().spec(), request.reservation().limits(), supervisor, pulse::check));
        }
    }

    /** A worker may have died after its command had begun: what that made of its files must not be undone. */
    private static boolean hasBegun(Supervisor supervisor, @Nullable String step) {
        if (step == null) {
            return false;
        }
        try {
            supervisor.await(step, Duration.ZERO);
            return true;
        } catch (SandboxException e) {
            if (e.error() == SandboxError.UNKNOWN_STEP) {
                return false;
            }
            throw e;
        }
    }

    @Override
    public StepResult runStep(RunStepRequest request) {
        requireToBeOn(request.reservation());
        try (Pulse pulse = Pulse.ofStep(Activity.getExecutionContext());
                Supervisor supervisor = connect(request.sandbox())) {
            return ActivityFailures.translated(() -> {
                sandboxes.check(request.step(), request.reservation().limits());
                return follower.follow(supervisor, request, pulse::check);
            });
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
    public Looked look(LookRequest request) {
        requireToBeOn(request.reservation());
        try (Pulse pulse = Pulse.of(Activity.getExecutionContext());
                Supervisor supervisor = connect(request.sandbox())) {
            return ActivityFailures.translated(() -> files.look(request, supervisor, pulse::check));
        }
    }

    @Override
    public Collected collect(CollectRequest request) {
        requireToBeOn(request.reservation());
        try (Pulse pulse = Pulse.of(Activity.getExecutionContext());
                Supervisor supervisor = connect(request.sandbox())) {
            return ActivityFailures.translated(() -> files.bringOut(request, supervisor, pulse::check));
        }
    }

    @Override
    public Receipt release(ReleaseRequest request) {
        requireToBeOn(request.reservation());
        return ActivityFailures.translated(() -> release.release(request));
    }

    @Override
    public Finished finish(FinishRequest request) {
        return own.finish(request, release(request.release()));
    }

    /** A workflow may have moved to a worker of another host since its sandbox was made. */
    private void requireToBeOn(Reservation reservation) {
        if (!reservation.host().equals(host.id())) {
            throw Promptness.elsewhere(reservation.host());
        }
    }

    private Supervisor connect(Sandbox sandbox) {
        SandboxHandle handle = SandboxHandle.fromJson(sandbox.handle());
        return sandboxes.of(handle.executor()).connect(handle);
    }
}
