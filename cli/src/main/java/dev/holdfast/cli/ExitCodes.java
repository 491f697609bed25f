package dev.holdfast.cli;

/** Exit codes of our own. Everything else is the code of the command that ran in the sandbox. */
public final class ExitCodes {
    public static final int OK = 0;
    /** The command line itself is wrong. */
    public static final int USAGE = 2;

    public static final int TIMED_OUT = 124;
    /** Holdfast, or a part that it needs, failed: nothing is said about the command. */
    public static final int PLATFORM = 125;

    public static final int CANCELLED = 130;

    /** Nobody reads our output any more: as if the signal for that had ended us. */
    public static final int BROKEN_PIPE = 141;

    private ExitCodes() {}
}
