package dev.holdfast.validation.dialects;

import java.util.Map;
import java.util.Optional;

/** Go. */
public final class GoDialect implements Dialect {
    @Override
    public void aliases(CodeNode node, Map<String, String> aliases) {
        if (!node.type().equals("import_spec")) {
            return;
        }
        CodeNode path = node.field("path");
        CodeNode name = node.field("name");
        if (path != null) {
            String module = path.unquoted();
            String last = module.substring(module.lastIndexOf('/') + 1);
            aliases.put(name == null ? last : name.text(), module);
        }
    }

    @Override
    public Optional<Occurrence> occurrence(CodeNode node) {
        return node.type().equals("call_expression")
                ? Dialect.fields(node, Occurrence.Kind.CALL, "function", "arguments")
                : Optional.empty();
    }
}
