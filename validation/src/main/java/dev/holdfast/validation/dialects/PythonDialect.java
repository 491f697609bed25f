package dev.holdfast.validation.dialects;

import java.util.Map;
import java.util.Optional;

/** Python. */
public final class PythonDialect implements Dialect {
    @Override
    public void aliases(CodeNode node, Map<String, String> aliases) {
        if (node.type().equals("import_statement")) {
            node.namedChildren().forEach(child -> alias(child, "", aliases));
        } else if (node.type().equals("import_from_statement")) {
            CodeNode module = node.field("module_name");
            String prefix = module == null ? "" : module.text() + ".";
            node.namedChildren().stream().skip(1).forEach(child -> {
                if (child.type().equals("dotted_name")) {
                    aliases.put(child.text(), prefix + child.text());
                } else {
                    alias(child, prefix, aliases);
                }
            });
        }
    }

    private static void alias(CodeNode node, String prefix, Map<String, String> aliases) {
        CodeNode name = node.field("name");
        CodeNode alias = node.field("alias");
        if (node.type().equals("aliased_import") && name != null && alias != null) {
            aliases.put(alias.text(), prefix + name.text());
        }
    }

    @Override
    public Optional<Occurrence> occurrence(CodeNode node) {
        return node.type().equals("call")
                ? Dialect.fields(node, Occurrence.Kind.CALL, "function", "arguments")
                : Optional.empty();
    }
}
