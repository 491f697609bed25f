package dev.holdfast.workflows;

import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskState;
import dev.holdfast.workflows.SandboxActivities.BeginRequest;
import dev.holdfast.workflows.SandboxActivities.Place;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/** What a worker did before the history had a word of it: it may have begun and died, or be asleep, or still be at it. */
final class DoneUnheard {
    private final TaskRequest request;
    private final TaskProgress progress;
    private final LocalFirst activities;

    DoneUnheard(TaskRequest request, TaskProgress progress, LocalFirst activities) {
        this.request = request;
        this.progress = progress;
        this.activities = activities;
    }

    /**
     * @param goThrough what was done; true when that is all of it
     * @return true when all steps had ended: somebody may know how, so it stays so
     */
    boolean ended(BeginRequest beginning, Predicate<Begun> goThrough) {
        if (progress.reservation() != null) {
            return false;
        }
        if (Workflow.getVersion("still-at-it", Workflow.DEFAULT_VERSION, 1) == 1) {
            Begun begun = activities.stillAtIt(beginning);
            if (begun.reservation() != null) {
                return begun.whole() ? goThrough.test(begun) : cameThatFar(begun, begun.reservation());
            }
        }
        Place place = Workflow.newActivityStub(SandboxActivities.class, ActivityPolicies.findPlace())
                .findPlace(request);
        if (place.begun() != null && goThrough.test(place.begun())) {
            return true;
        }
        Reservation reservation = place.reservation();
        if (reservation != null) {
            progress.reserved(reservation);
            progress.enter(
                    TaskState.ACQUIRING,
                    Instant.ofEpochMilli(Workflow.currentTimeMillis()),
                    "host " + reservation.host() + " had taken it");
        }
        return false;
    }

    /** Nobody goes on with it. */
    private boolean cameThatFar(Begun begun, Reservation reservation) {
        progress.reserved(reservation);
        DoneAtOnce.enter(progress, TaskState.ACQUIRING, begun, HostWork.hasRoom(reservation));
        if (begun.sandbox() != null) {
            progress.acquired(begun.sandbox());
        }
        if (begun.since().containsKey(TaskState.STAGING)) {
            DoneAtOnce.enter(progress, TaskState.STAGING, begun, HostWork.SANDBOX_READY);
        }
        if (begun.since().containsKey(TaskState.RUNNING)) {
            DoneAtOnce.enter(progress, TaskState.RUNNING, begun, HostWork.IN_PLACE);
        }
        begun.steps().forEach(progress::ended);
        List<StepSpec> steps = request.spec().steps();
        if (request.spec().open() != null || steps.isEmpty() || !DoneAtOnce.allEnded(steps, begun.steps())) {
            return false;
        }
        progress.decide(DoneAtOnce.verdict(steps, begun.steps()));
        return true;
    }
}
