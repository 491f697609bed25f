package dev.holdfast.devstack;

import dev.holdfast.devstack.control.Condition;
import dev.holdfast.devstack.control.OrderlyStop;
import dev.holdfast.devstack.control.PartState;
import dev.holdfast.devstack.control.ProcessIdentity;
import dev.holdfast.devstack.control.StackHome;
import dev.holdfast.devstack.control.StopSignal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Starts one part, or adopts it from an earlier stack, and starts it again whenever it dies. */
final class SupervisedPart {
    private static final Duration READY_WITHIN = Duration.ofMinutes(2);
    private static final Duration LOOK_EVERY = Duration.ofMillis(50);
    private static final Duration STOP_GRACE = Duration.ofSeconds(10);
    private static final int SHOWN_LINES = 8;

    private final Part part;
    private final StackHome home;
    private final Path log;
    private final StateBoard board;
    private final Progress progress;
    private boolean stopping;
    private @Nullable PartProcess process;
    private @Nullable Launch launch;

    SupervisedPart(Part part, StackHome home, StateBoard board, Progress progress) {
        this.part = part;
        this.home = home;
        this.log = home.log(part.name());
        this.board = board;
        this.progress = progress;
        show(Condition.STARTING);
    }

    Part part() {
        return part;
    }

    /** Returns when it is ready. */
    void start(Optional<PartState> leftover) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        progress.begun(part);
        Launch prepared = prepare();
        if (leftover.isPresent() && adopt(leftover.get(), prepared)) {
            tellReady(begun, "adopted");
            return;
        }
        spawn(prepared, Condition.STARTING);
        awaitReady();
        tellReady(begun, part.note());
    }

    /** Returns only when the stack ends. */
    void supervise() throws InterruptedException {
        Backoff backoff = new Backoff();
        while (true) {
            long begun = System.nanoTime();
            String ending = awaitEnd();
            if (isStopping()) {
                return;
            }
            show(Condition.RESTARTING);
            progress.line(part.name(), "ended (" + ending + "), starting it again");
            Thread.sleep(backoff.next(Duration.ofNanos(System.nanoTime() - begun)));
            restart();
        }
    }

    /** From here on no process of this part is started any more. */
    synchronized void refuseStarts() {
        stopping = true;
        show(Condition.STOPPING);
    }

    private void restart() throws InterruptedException {
        long begun = System.nanoTime();
        try {
            spawn(prepare(), Condition.RESTARTING);
            awaitReady();
            tellReady(begun, part.note());
        } catch (StackFailure | IOException e) {
            progress.line(part.name(), "not started: " + e.getMessage());
            stopHanging();
        }
    }

    /** Not synchronized: it may take minutes, in which the stack must be able to end. */
    private Launch prepare() throws IOException, InterruptedException {
        Launch prepared = part.prepare(progress);
        synchronized (this) {
            launch = prepared;
        }
        return prepared;
    }

    private boolean adopt(PartState leftover, Launch prepared) throws InterruptedException {
        ProcessIdentity found = leftover.process();
        if (found == null || !found.isAlive()) {
            return false;
        }
        if (leftover.fingerprint().equals(prepared.fingerprint()) && part.isReady()) {
            take(PartProcess.adopted(found));
            return true;
        }
        progress.line(part.name(), "replacing process " + found.pid() + " of an earlier stack");
        new OrderlyStop(STOP_GRACE).stop(found, leftover.stopSignal());
        return false;
    }

    private synchronized void take(PartProcess adopted) {
        process = adopted;
    }

    private synchronized void spawn(Launch prepared, Condition condition) throws IOException, InterruptedException {
        if (stopping) {
            throw new InterruptedException("the stack is ending");
        }
        process = PartProcess.started(prepared, home.directory(), log);
        show(condition);
    }

    private void awaitReady() throws InterruptedException {
        long deadline = System.nanoTime() + READY_WITHIN.toNanos();
        while (!part.isReady()) {
            String ending = current().awaitEnd(LOOK_EVERY);
            if (ending != null) {
                throw new StackFailure(part.name() + " ended before it was ready (" + ending + ")" + logged());
            }
            if (System.nanoTime() > deadline) {
                throw new StackFailure(
                        part.name() + " was not ready after " + READY_WITHIN.toSeconds() + " s" + logged());
            }
        }
    }

    private String logged() {
        return "; the end of " + log + ":\n  " + String.join("\n  ", LogTail.of(log, SHOWN_LINES));
    }

    private void tellReady(long begun, @Nullable String note) {
        show(Condition.RUNNING);
        progress.ready(part.name(), part.title(), part.address(), Duration.ofNanos(System.nanoTime() - begun), note);
    }

    private String awaitEnd() throws InterruptedException {
        while (true) {
            String ending = current().awaitEnd(Duration.ofSeconds(1));
            if (ending != null) {
                return ending;
            }
        }
    }

    private void stopHanging() throws InterruptedException {
        new OrderlyStop(STOP_GRACE).stop(current().identity(), stopSignal());
    }

    private synchronized PartProcess current() {
        if (process == null) {
            throw new IllegalStateException(part.name() + " was never started");
        }
        return process;
    }

    private synchronized StopSignal stopSignal() {
        return launch == null ? StopSignal.TERM : launch.stopSignal();
    }

    private synchronized boolean isStopping() {
        return stopping;
    }

    private synchronized void show(Condition condition) {
        boolean alive = process != null && process.isAlive();
        board.update(new PartState(
                part.name(),
                condition,
                part.address(),
                alive && process != null ? process.identity() : null,
                stopSignal(),
                launch == null ? "" : launch.fingerprint(),
                part.note()));
    }
}
