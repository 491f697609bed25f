package dev.holdfast.validation.dialects;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Ruby. */
public final class RubyDialect implements Dialect {
    @Override
    public void aliases(CodeNode node, Map<String, String> aliases) {
        // Ruby requires files, not names.
    }

    @Override
    public Optional<Occurrence> occurrence(CodeNode node) {
        return switch (node.type()) {
            case "call" -> call(node);
            case "subshell" -> Optional.of(new Occurrence(Occurrence.Kind.SHELL, "`", node, List.of()));
            default -> Optional.empty();
        };
    }

    private static Optional<Occurrence> call(CodeNode node) {
        CodeNode receiver = node.field("receiver");
        String prefix = receiver == null ? "" : Dialect.plain(receiver.text()) + ".";
        return Dialect.fields(node, Occurrence.Kind.CALL, "method", "arguments")
                .map(call -> call.named(prefix + call.name()));
    }
}
