package dev.holdfast.validation.dialects;

import java.util.List;

/**
 * A place where something is called, made or assigned.
 *
 * @param name as it is written, e.g. {@code os.system}
 * @param arguments of a call; of an assignment what is assigned
 */
public record Occurrence(Kind kind, String name, CodeNode node, List<CodeNode> arguments) {
    /** What happens there. */
    public enum Kind {
        CALL,
        NEW,
        ASSIGN,
        /** A command line that the language hands to a shell, e.g. in backticks. */
        SHELL,
        /** Commands of which one reads what the other writes. */
        PIPE,
        INCLUDE
    }

    public Occurrence {
        arguments = List.copyOf(arguments);
    }

    Occurrence named(String newName) {
        return new Occurrence(kind, newName, node, arguments);
    }

    /** Whether the first argument is a text that stands there as it is. */
    public boolean firstIsConstant() {
        return !arguments.isEmpty() && arguments.get(0).isConstantText();
    }

    /** Whether one of the arguments is written so. */
    public boolean hasArgument(String text) {
        return arguments.stream()
                .anyMatch(argument -> argument.text().replaceAll("\\s", "").equals(text));
    }

    /** Whether a constant argument has this text. */
    public boolean hasConstant(java.util.function.Predicate<String> wanted) {
        return arguments.stream().anyMatch(argument -> argument.isText() && wanted.test(argument.unquoted()));
    }
}
