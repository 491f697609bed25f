package dev.holdfast.cli.output;

import dev.holdfast.contract.rest.LogEntry;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Writes what commands wrote: stdout to stdout, stderr to stderr, at once. */
public final class Screen implements LogWriter {
    private final OutputStream out;
    private final OutputStream err;
    private final OutputGuard outGuard;
    private final OutputGuard errGuard;

    private Screen(OutputStream out, OutputGuard outGuard, OutputStream err, OutputGuard errGuard) {
        this.out = out;
        this.outGuard = outGuard;
        this.err = err;
        this.errGuard = errGuard;
    }

    public static Screen of(PrintStream out, PrintStream err, boolean raw) {
        return new Screen(
                out,
                new OutputGuard(mode(raw, Terminal.isStdout())),
                err,
                new OutputGuard(mode(raw, Terminal.isStderr())));
    }

    /** For somebody who works at it. */
    public static Screen interactive(PrintStream out, PrintStream err) {
        return new Screen(
                out, new OutputGuard(OutputGuard.Mode.INTERACTIVE), err, new OutputGuard(OutputGuard.Mode.INTERACTIVE));
    }

    private static OutputGuard.Mode mode(boolean raw, boolean terminal) {
        if (raw) {
            return OutputGuard.Mode.RAW;
        }
        return !terminal
                ? OutputGuard.Mode.FILE
                : Terminal.coloursAreWanted() ? OutputGuard.Mode.TERMINAL : OutputGuard.Mode.COLOURLESS_TERMINAL;
    }

    @Override
    public boolean write(LogEntry entry) {
        try {
            switch (entry.stream()) {
                case STDOUT, PTY -> {
                    out.write(outGuard.filter(entry.bytes()));
                    out.flush();
                }
                case STDERR -> {
                    err.write(errGuard.filter(entry.bytes()));
                    err.flush();
                }
                case GAP -> {
                    err.write(("\nholdfast: " + entry.droppedBytes() + " bytes were dropped here by the output cap\n")
                            .getBytes(StandardCharsets.UTF_8));
                    err.flush();
                }
            }
            return !(out instanceof PrintStream print && print.checkError());
        } catch (IOException gone) {
            return false;
        }
    }
}
