package dev.holdfast.validation.dialects;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** JavaScript and TypeScript. */
public final class ScriptDialect implements Dialect {
    private static final Pattern REQUIRE = Pattern.compile("require\\(\\s*['\"](?:node:)?([\\w./@-]+)['\"]\\s*\\)");

    @Override
    public void aliases(CodeNode node, Map<String, String> aliases) {
        switch (node.type()) {
            case "variable_declarator" -> required(node, aliases);
            case "import_statement" -> imported(node, aliases);
            default -> {}
        }
    }

    private static void required(CodeNode node, Map<String, String> aliases) {
        CodeNode name = node.field("name");
        CodeNode value = node.field("value");
        if (name == null || value == null) {
            return;
        }
        Matcher module = REQUIRE.matcher(value.text());
        if (!module.lookingAt()) {
            return;
        }
        String rest = value.text().substring(module.end());
        if (name.type().equals("identifier")) {
            aliases.put(name.text(), module.group(1) + rest);
        } else {
            name.namedChildren().forEach(part -> destructured(part, module.group(1), aliases));
        }
    }

    private static void destructured(CodeNode part, String module, Map<String, String> aliases) {
        CodeNode key = part.field("key");
        CodeNode value = part.field("value");
        if (key != null && value != null) {
            aliases.put(value.text(), module + "." + key.text());
        } else {
            aliases.put(part.text(), module + "." + part.text());
        }
    }

    private static void imported(CodeNode node, Map<String, String> aliases) {
        CodeNode source = node.field("source");
        if (source == null) {
            return;
        }
        String module = source.unquoted().replaceFirst("^node:", "");
        node.namedChildren().stream()
                .filter(child -> child.type().equals("import_clause"))
                .flatMap(clause -> clause.namedChildren().stream())
                .forEach(part -> clause(part, module, aliases));
    }

    private static void clause(CodeNode part, String module, Map<String, String> aliases) {
        switch (part.type()) {
            case "identifier" -> aliases.put(part.text(), module);
            case "namespace_import" -> part.namedChildren().forEach(name -> aliases.put(name.text(), module));
            case "named_imports" ->
                part.namedChildren().forEach(specifier -> {
                    CodeNode name = specifier.field("name");
                    CodeNode alias = specifier.field("alias");
                    if (name != null) {
                        aliases.put((alias == null ? name : alias).text(), module + "." + name.text());
                    }
                });
            default -> {}
        }
    }

    @Override
    public Optional<Occurrence> occurrence(CodeNode node) {
        return switch (node.type()) {
            case "call_expression" ->
                Dialect.fields(node, Occurrence.Kind.CALL, "function", "arguments")
                        .map(ScriptDialect::withoutRequire);
            case "new_expression" -> Dialect.fields(node, Occurrence.Kind.NEW, "constructor", "arguments");
            case "assignment_expression", "augmented_assignment_expression" -> assignment(node);
            case "jsx_attribute" -> attribute(node);
            default -> Optional.empty();
        };
    }

    /** {@code require('x').y} is {@code x.y}. */
    private static Occurrence withoutRequire(Occurrence call) {
        Matcher module = REQUIRE.matcher(call.name());
        return module.lookingAt() ? call.named(module.group(1) + call.name().substring(module.end())) : call;
    }

    private static Optional<Occurrence> assignment(CodeNode node) {
        CodeNode left = node.field("left");
        CodeNode right = node.field("right");
        CodeNode property = left == null ? null : left.field("property");
        return property == null || right == null
                ? Optional.empty()
                : Optional.of(new Occurrence(Occurrence.Kind.ASSIGN, property.text(), node, List.of(right)));
    }

    private static Optional<Occurrence> attribute(CodeNode node) {
        List<CodeNode> parts = node.namedChildren();
        return parts.isEmpty()
                ? Optional.empty()
                : Optional.of(new Occurrence(
                        Occurrence.Kind.ASSIGN, parts.get(0).text(), node, parts.subList(1, parts.size())));
    }
}
