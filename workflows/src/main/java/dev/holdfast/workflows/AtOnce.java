package dev.holdfast.workflows;

import dev.holdfast.contract.JsonText;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskState;
import dev.holdfast.workflows.SandboxActivities.AcquireRequest;
import dev.holdfast.workflows.SandboxActivities.BeginRequest;
import dev.holdfast.workflows.SandboxActivities.CollectRequest;
import dev.holdfast.workflows.SandboxActivities.Collected;
import dev.holdfast.workflows.SandboxActivities.RunStepRequest;
import dev.holdfast.workflows.SandboxActivities.StageRequest;
import dev.holdfast.workflows.SandboxActivities.Staged;
import io.temporal.failure.ApplicationFailure;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Goes through a task as one local activity: the same activities, in the same order, as the workflow asks for one by one
 * where something takes longer. It stops at the first that cannot be done at once, and when its time is over; the workflow
 * goes on from there.
 */
public final class AtOnce {
    private final SandboxActivities here;
    private final BeginRequest request;
    private final InstantSource clock;
    private final Instant end;
    private final Map<TaskState, Instant> since = new EnumMap<>(TaskState.class);
    private final PayloadRoom room;
    private final KeptSteps results;
    private @Nullable Reservation reservation;
    private @Nullable Sandbox sandbox;
    private @Nullable Staged staged;
    private @Nullable Collected collected;
    private boolean left;

    /** @param here the activities of this worker; must know that they are called by a local one */
    public AtOnce(SandboxActivities here, BeginRequest request, InstantSource clock) {
        this.here = here;
        this.request = request;
        this.clock = clock;
        this.room = new PayloadRoom(request.task());
        this.results = new KeptSteps(room, request.task().spec().open() != null);
        Instant most = clock.instant().plus(request.most());
        Instant deadline = request.deadline();
        this.end = deadline == null || most.isBefore(deadline) ? most : deadline;
    }

    public Begun begin() {
        if (timeIsOver()) {
            return soFar();
        }
        Reservation reserved = here.reserve(request.task());
        enter(TaskState.ACQUIRING, () -> reservation = reserved);
        try {
            use(reserved);
            return begun(null, false);
        } catch (ApplicationFailure failure) {
            // Who tries it again hears the same, if it does not pass.
            return begun(failure.getOriginalMessage(), SandboxActivities.ELSEWHERE.equals(failure.getType()));
        } catch (RuntimeException failure) {
            return begun(String.valueOf(failure.getMessage()), false);
        }
    }

    /** For who cannot wait any longer, and decides by this what becomes of the task: nothing more is begun here. */
    public synchronized Begun soFar() {
        left = true;
        return begun("it takes long", false);
    }

    /** Whether how it ended here is how it ends. */
    public synchronized boolean mayTell() {
        return !left && !timeIsOver();
    }

    private void use(Reservation reserved) {
        TaskRequest task = request.task();
        TaskSpec spec = task.spec();
        Sandbox acquired = here.acquire(new AcquireRequest(task, reserved));
        SpecSteps steps = new SpecSteps(task, reserved, acquired, request.place(), room);
        if (!spec.files().isEmpty()) {
            enter(TaskState.STAGING, () -> sandbox = acquired);
            Staged brought = here.stage(new StageRequest(task, reserved, acquired, steps.firstKey()));
            keep(() -> staged = brought);
        }
        enter(TaskState.RUNNING, () -> sandbox = acquired);
        if (runSteps(steps) && spec.open() == null) {
            enter(TaskState.COLLECTING, () -> {});
            Collected brought = here.collect(new CollectRequest(task, reserved, acquired));
            keep(() -> collected = brought);
        }
    }

    /** False when a step may be run again: that is the workflow's to decide. */
    private boolean runSteps(SpecSteps steps) {
        List<StepSpec> specs = request.task().spec().steps();
        for (int number = 0; number < specs.size(); number++) {
            requireTime();
            RunStepRequest run = steps.first(number);
            StepResult result = here.runStep(run).within(run.excerptBytes());
            if (!result.succeeded() && specs.get(number).retries() > 0) {
                return false;
            }
            keep(() -> results.add(result));
            if (DoneAtOnce.endsTheTask(specs.get(number), result)) {
                return true;
            }
        }
        return true;
    }

    private synchronized void enter(TaskState state, Runnable with) {
        requireTime();
        with.run();
        since.put(state, clock.instant());
    }

    private synchronized void keep(Runnable change) {
        change.run();
    }

    /** When it is over the workflow may have asked others for the rest. */
    private synchronized void requireTime() {
        if (left || timeIsOver()) {
            throw ApplicationFailure.newFailure("it takes long", SandboxActivities.HANDED_OVER);
        }
    }

    private boolean timeIsOver() {
        return !clock.instant().isBefore(end);
    }

    private synchronized Begun begun(@Nullable String rest, boolean elsewhere) {
        return new Begun(
                reservation,
                sandbox,
                since,
                staged,
                results.all(),
                collected,
                rest == null ? null : JsonText.shortened(rest, PayloadRoom.WORDS),
                elsewhere,
                clock.instant(),
                false,
                true,
                null);
    }
}
