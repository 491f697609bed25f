package dev.holdfast.cli.output;

import java.io.PrintStream;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What Holdfast itself says while a task runs: always on stderr. On a terminal the current state is shown in one line
 * that is rewritten and gone before anything else is printed.
 */
public final class StatusLine implements AutoCloseable {
    private static final String[] FRAMES = {"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"};
    private static final long TICK_NANOS = 100_000_000L;
    private static final String CLEAR = "\r\u001b[K";

    private final PrintStream err;
    private final boolean quiet;
    private volatile boolean closed;
    private @Nullable String state;
    private boolean shown;
    private int frame;

    /**
     * @param live whether the current state is shown while it is waited for, should stderr be a terminal
     */
    public static StatusLine onStderr(boolean quiet, boolean live) {
        return new StatusLine(System.err, quiet, live && Terminal.isStderr());
    }

    StatusLine(PrintStream err, boolean quiet, boolean terminal) {
        this.err = err;
        this.quiet = quiet;
        if (!quiet && terminal) {
            Thread.ofPlatform().daemon().start(this::tick);
        }
    }

    /** A line that stays. */
    public void say(String text) {
        pass("holdfast: " + text);
    }

    /** A line that another part of Holdfast wrote for people. */
    public synchronized void pass(String line) {
        if (!quiet) {
            clear();
            err.println(line);
        }
    }

    /** What is being waited for. */
    public synchronized void waitingFor(String what) {
        state = what;
    }

    /** Output follows: the line goes and does not come back before something is waited for again. */
    public synchronized void rest() {
        state = null;
        clear();
    }

    @Override
    public synchronized void close() {
        closed = true;
        rest();
    }

    private synchronized void clear() {
        if (shown) {
            err.print(CLEAR);
            err.flush();
            shown = false;
        }
    }

    private void tick() {
        while (!closed) {
            show();
            LockSupport.parkNanos(TICK_NANOS);
        }
    }

    private synchronized void show() {
        if (state != null && !closed) {
            err.print(CLEAR + FRAMES[frame++ % FRAMES.length] + " " + state);
            err.flush();
            shown = true;
        }
    }
}
