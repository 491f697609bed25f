package dev.holdfast.cli;

/** A failure that its message explains in full: printed as it is, without a stack trace. */
public final class CommandFailure extends RuntimeException {
    private final int exitCode;

    public CommandFailure(String message) {
        this(ExitCodes.PLATFORM, message);
    }

    public CommandFailure(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
