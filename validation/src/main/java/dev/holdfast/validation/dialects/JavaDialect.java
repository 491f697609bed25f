package dev.holdfast.validation.dialects;

import java.util.Map;
import java.util.Optional;

/** Java. */
public final class JavaDialect implements Dialect {
    @Override
    public void aliases(CodeNode node, Map<String, String> aliases) {
        // Types are named by their simple names, imported or not.
    }

    @Override
    public Optional<Occurrence> occurrence(CodeNode node) {
        return switch (node.type()) {
            case "method_invocation" -> invocation(node);
            case "object_creation_expression" -> Dialect.fields(node, Occurrence.Kind.NEW, "type", "arguments");
            default -> Optional.empty();
        };
    }

    private static Optional<Occurrence> invocation(CodeNode node) {
        CodeNode object = node.field("object");
        String prefix = object == null ? "" : Dialect.plain(object.text()) + ".";
        return Dialect.fields(node, Occurrence.Kind.CALL, "name", "arguments")
                .map(call -> call.named(prefix + call.name()));
    }
}
