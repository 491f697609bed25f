package dev.holdfast.workflows;

import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskState;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import dev.holdfast.workflows.SandboxActivities.BeginRequest;
import dev.holdfast.workflows.SandboxActivities.FinishRequest;
import dev.holdfast.workflows.SandboxActivities.Finished;
import dev.holdfast.workflows.SandboxActivities.ReleaseRequest;
import io.temporal.activity.ActivityOptions;
import io.temporal.activity.LocalActivityOptions;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.failure.TimeoutFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Functions;
import io.temporal.workflow.Workflow;
import org.jspecify.annotations.Nullable;

/**
 * Lets the worker that has the workflow do the work itself where it is the sandbox's host: that costs no round trip to the
 * server. What it cannot do, or not at once, is done by an activity on the right queue, which heartbeats and is retried.
 * Every activity finds what an earlier one did, so it does no harm that both may have begun.
 */
final class LocalFirst {
    private final SandboxActivities local;
    private final Functions.Proc1<String> handedOver;
    private boolean here = true;
    private @Nullable String given;
    private @Nullable Begun done;

    /** @param handedOver is told why, before the activity that may take long is asked for */
    LocalFirst(LocalActivityOptions atOnce, Functions.Proc1<String> handedOver) {
        this.local = Workflow.newLocalActivityStub(SandboxActivities.class, atOnce);
        this.handedOver = handedOver;
    }

    /** All that can be done at once, in one go. */
    Begun begin(BeginRequest request) {
        Begun begun = begun(request);
        here = !begun.elsewhere();
        given = begun.rest();
        done = given == null ? begun : null;
        return begun;
    }

    private Begun begun(BeginRequest request) {
        try {
            return local.begin(request);
        } catch (ActivityFailure failure) {
            String why = reasonToGoOn(failure);
            return failure.getCause() instanceof TimeoutFailure ? local.howFar(request) : Begun.nothing(why, !here);
        }
    }

    /** What this worker is still at, though the workflow had to begin anew without it. */
    Begun stillAtIt(BeginRequest request) {
        try {
            return local.howFar(request);
        } catch (ActivityFailure unknown) {
            return Begun.NOTHING;
        }
    }

    <A, R> R call(Functions.Func2<SandboxActivities, A, R> activity, A request, ActivityOptions patiently) {
        CancellationScope.throwCanceled();
        String why = given == null ? "the sandbox is on another host" : given;
        if (here && given == null) {
            try {
                return activity.apply(local, request);
            } catch (ActivityFailure failure) {
                why = reasonToGoOn(failure);
            }
        }
        given = null;
        handedOver.apply(why);
        return activity.apply(Workflow.newActivityStub(SandboxActivities.class, patiently), request);
    }

    /**
     * What was begun and ended at once is also given back at once, in the same workflow task: all of the task is one round
     * trip then. Otherwise the worker that has the workflow gets it with Temporal's answer, if it is the one.
     *
     * @param end how the task ends if nothing is left behind
     * @param answersLater somebody waits for the workflow's own answer, which must not wait for the removal
     */
    Finished release(TaskId taskId, Reservation reservation, HistoryEntry ending, TaskState end, boolean answersLater) {
        if (done != null && done.finished() != null) {
            return done.finished();
        }
        if (here && done != null && !answersLater) {
            ReleaseRequest request =
                    new ReleaseRequest(taskId, reservation, ending, done.told() ? Begun.TOLD : done.withoutResults());
            SandboxActivities atOnce =
                    Workflow.newLocalActivityStub(SandboxActivities.class, ActivityPolicies.releaseAtOnce());
            try {
                return done.finishes()
                        ? atOnce.finish(new FinishRequest(request, end))
                        : new Finished(atOnce.release(request), null);
            } catch (ActivityFailure failure) {
                here = !ActivityErrors.elsewhere(failure);
            }
        }
        return new Finished(releasePatiently(new ReleaseRequest(taskId, reservation, ending, null)), null);
    }

    private Receipt releasePatiently(ReleaseRequest request) {
        if (here) {
            try {
                return Workflow.newActivityStub(SandboxActivities.class, ActivityPolicies.releaseHere())
                        .release(request);
            } catch (ActivityFailure failure) {
                if (!ActivityErrors.elsewhere(failure) && !ActivityErrors.hostLost(failure)) {
                    throw failure;
                }
            }
        }
        return Workflow.newActivityStub(SandboxActivities.class, ActivityPolicies.release(request.reservation()))
                .release(request);
    }

    /** The task has left its host: the next one may be here. */
    void moved() {
        here = true;
        given = null;
        done = null;
    }

    /** What will not get better by trying again is the answer; everything else is taken up by the patient one. */
    private String reasonToGoOn(ActivityFailure failure) {
        if (failure.getCause() instanceof CanceledFailure) {
            throw failure;
        }
        if (failure.getCause() instanceof ApplicationFailure cause) {
            switch (cause.getType()) {
                case SandboxActivities.HANDED_OVER -> {}
                case SandboxActivities.ELSEWHERE -> here = false;
                default -> {
                    if (cause.isNonRetryable()) {
                        throw failure;
                    }
                }
            }
            return cause.getOriginalMessage();
        }
        return "it took too long";
    }
}
