package dev.holdfast.validation.dialects;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Shells. */
public final class ShellDialect implements Dialect {
    @Override
    public void aliases(CodeNode node, Map<String, String> aliases) {
        // Aliases of a shell are rare in scripts.
    }

    @Override
    public Optional<Occurrence> occurrence(CodeNode node) {
        return switch (node.type()) {
            case "command" -> command(node);
            case "pipeline" -> Optional.of(new Occurrence(Occurrence.Kind.PIPE, programs(node), node, List.of()));
            default -> Optional.empty();
        };
    }

    private static Optional<Occurrence> command(CodeNode node) {
        CodeNode name = node.field("name");
        if (name == null) {
            return Optional.empty();
        }
        List<CodeNode> arguments = node.namedChildren().stream()
                .filter(child -> child.row() != name.row() || child.byteColumn() != name.byteColumn())
                .toList();
        return Optional.of(new Occurrence(Occurrence.Kind.CALL, name.text(), node, arguments));
    }

    /** The programs of a pipeline, e.g. {@code curl|sh}. */
    private static String programs(CodeNode pipeline) {
        return pipeline.namedChildren().stream()
                .map(part -> {
                    CodeNode name = part.field("name");
                    return name == null ? part.type() : name.text();
                })
                .collect(Collectors.joining("|"));
    }
}
