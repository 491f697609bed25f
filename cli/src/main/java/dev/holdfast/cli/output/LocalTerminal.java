package dev.holdfast.cli.output;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.contract.TerminalSize;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The terminal that this process was started at. Java cannot set it up, so {@code stty} is asked, which every system with
 * a terminal has.
 */
public final class LocalTerminal implements AutoCloseable {
    private static final File DEVICE = new File("/dev/tty");

    private final String before;

    private LocalTerminal(String before) {
        this.before = before;
    }

    /** From now on every key is passed on as it is pressed, Ctrl-C too, until closed. */
    public static LocalTerminal raw() {
        String before = stty("-g").strip();
        LocalTerminal terminal = new LocalTerminal(before);
        // Also when this process is ended from outside: a terminal that stays like this is of no use to anybody.
        Runtime.getRuntime().addShutdownHook(new Thread(terminal::close, "terminal"));
        stty("raw", "-echo");
        return terminal;
    }

    public static TerminalSize size() {
        String[] parts = stty("size").strip().split(" ", -1);
        return parts.length == 2
                ? new TerminalSize(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]))
                : TerminalSize.STANDARD;
    }

    @Override
    public void close() {
        stty(before);
    }

    private static String stty(String... arguments) {
        List<String> command = new ArrayList<>(List.of("stty"));
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectInput(Redirect.from(DEVICE))
                    .redirectError(Redirect.DISCARD)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new CommandFailure(
                        "the terminal cannot be set up: stty " + String.join(" ", arguments) + " failed");
            }
            return said;
        } catch (IOException missing) {
            throw new CommandFailure("the terminal cannot be set up: stty is needed for that (package coreutils)");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new CommandFailure("interrupted while the terminal was set up");
        }
    }
}
