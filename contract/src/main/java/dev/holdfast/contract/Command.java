package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;

/** What a step runs. In JSON an array is argv and a string is a line for {@code sh -c} inside the sandbox. */
public final class Command {
    static final int MAX_ARGUMENTS = 10_000;
    static final int MAX_LENGTH = 128 * 1024;

    private final List<String> argv;
    private final boolean shell;

    private Command(List<String> argv, boolean shell) {
        this.argv = argv;
        this.shell = shell;
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Command of(List<String> argv) {
        if (argv.isEmpty() || argv.get(0).isEmpty()) {
            throw new InvalidFieldException("command", "is empty; give at least the program's name");
        }
        if (argv.size() > MAX_ARGUMENTS) {
            throw new InvalidFieldException(
                    "command", argv.size() + " arguments are more than " + MAX_ARGUMENTS + "; put them into a file");
        }
        checkText(argv);
        return new Command(List.copyOf(argv), false);
    }

    public static Command of(String program, String... arguments) {
        return of(
                java.util.stream.Stream.concat(java.util.stream.Stream.of(program), java.util.Arrays.stream(arguments))
                        .toList());
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Command shell(String line) {
        if (line.isBlank()) {
            throw new InvalidFieldException("command", "is empty; give a shell line or an array of arguments");
        }
        checkText(List.of(line));
        return new Command(List.of(line), true);
    }

    private static void checkText(List<String> parts) {
        long length = 0;
        for (String part : parts) {
            Require.noNul("command", part);
            length += part.length();
        }
        if (length > MAX_LENGTH) {
            throw new InvalidFieldException(
                    "command", length + " characters are more than " + MAX_LENGTH + "; put them into a file");
        }
    }

    /** The argument vector that the sandbox executes. */
    public List<String> argv() {
        return shell ? List.of("/bin/sh", "-c", argv.get(0)) : argv;
    }

    @JsonValue
    Object json() {
        return shell ? argv.get(0) : argv;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Command command && command.shell == shell && command.argv.equals(argv);
    }

    @Override
    public int hashCode() {
        return argv.hashCode() * 2 + (shell ? 1 : 0);
    }

    /** As a person would type it; used in summaries and listings. */
    @Override
    public String toString() {
        return String.join(" ", argv);
    }
}
