package dev.holdfast.validation.dialects;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** PHP, whose functions are named in any case. */
public final class PhpDialect implements Dialect {
    @Override
    public void aliases(CodeNode node, Map<String, String> aliases) {
        // Functions of the language are global.
    }

    @Override
    public Optional<Occurrence> occurrence(CodeNode node) {
        return switch (node.type()) {
            case "function_call_expression" ->
                Dialect.fields(node, Occurrence.Kind.CALL, "function", "arguments")
                        .map(PhpDialect::lower);
            case "shell_command_expression" -> Optional.of(new Occurrence(Occurrence.Kind.SHELL, "`", node, List.of()));
            case "include_expression", "include_once_expression", "require_expression", "require_once_expression" ->
                Optional.of(new Occurrence(Occurrence.Kind.INCLUDE, "include", node, node.namedChildren()));
            default -> Optional.empty();
        };
    }

    private static Occurrence lower(Occurrence call) {
        String name = call.name().toLowerCase(Locale.ROOT);
        List<CodeNode> values = call.arguments().stream()
                .map(argument -> argument.namedChildren().isEmpty()
                        ? argument
                        : argument.namedChildren().get(0))
                .toList();
        return new Occurrence(call.kind(), name.startsWith("\\") ? name.substring(1) : name, call.node(), values);
    }
}
