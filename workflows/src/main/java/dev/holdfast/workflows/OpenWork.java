package dev.holdfast.workflows;

import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.JsonText;
import dev.holdfast.contract.OpenSpec;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.CompletablePromise;
import io.temporal.workflow.Functions;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** What callers ask of an open task: done one after the other, in the order in which they asked. */
final class OpenWork {
    /** Each stays in the task's row, though most without its output. */
    private static final int MOST_STEPS = 500;

    /** A run takes 2,000 updates at most; long before, the task goes on in a new one. */
    private static final int UPDATES_OF_A_RUN = 200;

    /** A run in which a step takes long cannot go on in a new one before it has ended. */
    private static final int MOST_UPDATES_OF_A_RUN = 1500;

    /** The server ends a run at 50 MiB, and a step that is in hand still has to tell how it ended. */
    private static final long MOST_BYTES_OF_A_RUN = 30 * 1024 * 1024;

    private final @Nullable OpenSpec spec;
    private final Deque<Ask> waiting = new ArrayDeque<>();
    private final AskedSteps asked;
    private @Nullable String closing;
    private boolean over;
    private boolean inHand;
    private boolean staysInItsRun;
    private int taken;
    private long lastUsed;
    private @Nullable Promise<Void> timer;

    /** Something that somebody waits for. */
    private record Ask(Functions.Proc work, Functions.Proc giveUp) {}

    OpenWork(@Nullable OpenSpec spec, @Nullable Continuation before) {
        this.spec = spec;
        this.asked = new AskedSteps(before);
    }

    /** Throws when nothing more can be asked of the task. */
    void requireOpen() {
        if (spec == null) {
            throw refused("the task is not open: only a task whose spec has 'open' takes steps and files", "not_open");
        }
        if (over || closing != null) {
            throw refused("the task is closed; open another", "task_closed");
        }
    }

    /** Steps are few by themselves; this is for what can be asked any number of times. */
    void requireRoomInItsRun() {
        requireOpen();
        requireRoomInARun(taken, Workflow.getInfo().getHistorySize());
    }

    static void requireRoomInARun(int updates, long historyBytes) {
        if (updates >= MOST_UPDATES_OF_A_RUN || historyBytes >= MOST_BYTES_OF_A_RUN) {
            throw refused(
                    "the task was asked " + updates + " times, and its history has " + historyBytes
                            + " bytes, which is all it takes while a step runs; ask again when that has ended",
                    "too_many_updates");
        }
    }

    /** A name is asked for once. */
    void requireStep(StepSpec step, TaskProgress progress) {
        requireOpen();
        PayloadRoom.require("a step", step);
        if (!asked.has(step.name()) && (asked.size() >= MOST_STEPS || !progress.hasRoomForAnother(asked.size()))) {
            throw refused(
                    "the task had " + asked.size() + " steps, which is all it takes; open another", "too_many_steps");
        }
        if (asked.hasAnother(step)) {
            throw refused(
                    "steps.name: '" + step.name() + "' was another command, or the same run in another way;"
                            + " choose another name",
                    "name_taken");
        }
        requireWithin(step, progress.reservation());
    }

    /** What is known to be too much is not taken; what only the host knows it says when the step is to begin. */
    private static void requireWithin(StepSpec step, @Nullable Reservation reservation) {
        if (reservation != null) {
            try {
                step.requireWithin(reservation.limits());
            } catch (InvalidFieldException tooMuch) {
                throw refused(String.valueOf(tooMuch.getMessage()), "limit_invalid");
            }
        }
    }

    /** Called by who asks; returns when the step has ended. The same one again waits for the first. */
    StepResult run(StepSpec wanted, TaskProgress progress, Functions.Func1<StepSpec, StepResult> work) {
        StepSpec step = named(wanted);
        while (!remember(step)) {
            Workflow.await(() -> progress.step(step.name()).isPresent() || over || !asked.has(step.name()));
            if (over || asked.has(step.name())) {
                return progress.step(step.name()).orElseThrow(OpenWork::tooLate);
            }
        }
        return ask(() -> begun(step, work));
    }

    /** One that is refused leaves its name to one that is put right. */
    private StepResult begun(StepSpec step, Functions.Func1<StepSpec, StepResult> work) {
        try {
            return work.apply(step);
        } catch (ApplicationFailure refused) {
            asked.forget(step);
            throw refused;
        }
    }

    private StepSpec named(StepSpec step) {
        return step.name() != null ? step : step.withName(asked.nextName());
    }

    /** False when it was asked for before. */
    boolean remember(StepSpec step) {
        if (asked.has(step.name())) {
            return false;
        }
        asked.add(step);
        return true;
    }

    AskedSteps asked() {
        return asked;
    }

    /** Called by who asks; returns when it was done. */
    <R> R ask(Functions.Func<R> work) {
        CompletablePromise<R> done = Workflow.newPromise();
        waiting.add(new Ask(
                () -> {
                    inHand = true;
                    try {
                        done.complete(work.apply());
                    } catch (TemporalFailure failure) {
                        done.completeExceptionally(failure);
                    } finally {
                        inHand = false;
                    }
                },
                () -> done.completeExceptionally(tooLate())));
        taken++;
        return done.get();
    }

    /** Something that was asked for is being done. */
    boolean inHand() {
        return inHand;
    }

    /** An open task cannot move, so it ends with its host. Older runs waited on for what they might be asked next. */
    static boolean endsWith(ActivityFailure failure) {
        return ActivityErrors.hostLost(failure)
                && Workflow.getVersion("ends-with-its-host", Workflow.DEFAULT_VERSION, 1) == 1;
    }

    /** Somebody was here, without a step. */
    void used() {
        taken++;
        lastUsed = Workflow.currentTimeMillis();
    }

    void close(String reason) {
        if (closing == null) {
            closing = JsonText.shortened(reason, PayloadRoom.WORDS);
        }
    }

    /**
     * What to do next; null when the task is to be closed. Waits as long as neither is known.
     *
     * @param goOnInANewRun what to do when looks alone have filled this one
     */
    Functions.@Nullable Proc next(Functions.Proc goOnInANewRun) {
        lastUsed = Workflow.currentTimeMillis();
        while (!hasWork()) {
            Promise<Void> idle = idleTimer();
            Workflow.await(() -> hasWork() || idle.isCompleted() || (fillsItsRun() && !staysInItsRun));
            if (!hasWork() && fillsItsRun() && !staysInItsRun) {
                // Older runs went on after a step only.
                staysInItsRun = Workflow.getVersion("looks-fill-a-run", Workflow.DEFAULT_VERSION, 1) != 1;
                if (!staysInItsRun) {
                    return goOnInANewRun;
                }
            }
            if (idle.isCompleted()) {
                timer = null;
                if (idleTimeLeft() <= 0 && !hasWork()) {
                    close("closed after " + idle() + " without a step");
                }
            }
        }
        Ask ask = waiting.poll();
        return ask == null ? null : ask.work();
    }

    /** One timer for many steps: it looks at its end whether somebody was here meanwhile. */
    private Promise<Void> idleTimer() {
        Promise<Void> running = timer;
        if (running == null) {
            running = Workflow.newTimer(Duration.ofMillis(idleTimeLeft()));
            timer = running;
        }
        return running;
    }

    private long idleTimeLeft() {
        return lastUsed + idle().toMillis() - Workflow.currentTimeMillis();
    }

    private Duration idle() {
        return spec == null ? Duration.ZERO : spec.idle();
    }

    boolean hasWork() {
        return !waiting.isEmpty() || closing != null;
    }

    boolean fillsItsRun() {
        return taken >= UPDATES_OF_A_RUN || Workflow.getInfo().isContinueAsNewSuggested();
    }

    /**
     * Waits until nobody needs this run any more.
     *
     * @return false when there is work to do first
     */
    boolean leavesItsRun(Functions.Proc settle) {
        do {
            Workflow.await(() -> Workflow.isEveryHandlerFinished() || hasWork());
            settle.apply();
        } while (lookedIntoMeanwhile());
        return !hasWork();
    }

    /** Older runs left who came then without an answer. */
    private boolean lookedIntoMeanwhile() {
        return !hasWork()
                && !Workflow.isEveryHandlerFinished()
                && Workflow.getVersion("looks-are-answered", Workflow.DEFAULT_VERSION, 1) == 1;
    }

    String closing() {
        return closing == null ? "closed" : closing;
    }

    /** Answers those who still wait: nothing will be done any more. */
    void end() {
        over = true;
        waiting.forEach(ask -> ask.giveUp().apply());
        waiting.clear();
    }

    static ApplicationFailure tooLate() {
        return refused("the task ended before it came to this; open another", "task_closed");
    }

    boolean over() {
        return over;
    }

    private static ApplicationFailure refused(String reason, String type) {
        return ApplicationFailure.newNonRetryableFailure(reason, type);
    }
}
