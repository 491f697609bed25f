package dev.holdfast.validation.dialects;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.treesitter.TSNode;

/** A node of a syntax tree with the text that it stands for. */
public final class CodeNode {
    private static final Set<String> TEXTS = Set.of(
            "string",
            "string_literal",
            "interpreted_string_literal",
            "raw_string_literal",
            "encapsed_string",
            "raw_string",
            "template_string",
            "concatenated_string",
            "word");
    private static final Set<String> FILLED = Set.of(
            "interpolation",
            "template_substitution",
            "simple_expansion",
            "expansion",
            "command_substitution",
            "variable_name",
            "dynamic_variable_name");

    private final TSNode node;
    private final byte[] source;

    public CodeNode(TSNode node, byte[] source) {
        this.node = node;
        this.source = source;
    }

    public String type() {
        return node.getType();
    }

    public boolean isError() {
        return node.isError();
    }

    public boolean isMissing() {
        return node.isMissing();
    }

    /** Whether something below it could not be understood. */
    public boolean hasError() {
        return node.hasError();
    }

    public String text() {
        int start = Math.min(node.getStartByte(), source.length);
        int end = Math.min(node.getEndByte(), source.length);
        return new String(source, start, Math.max(0, end - start), StandardCharsets.UTF_8);
    }

    /** Counted from 0. */
    public int row() {
        return node.getStartPoint().getRow();
    }

    /** In bytes, counted from 0. */
    public int byteColumn() {
        return node.getStartPoint().getColumn();
    }

    public @Nullable CodeNode field(String name) {
        TSNode child = node.getChildByFieldName(name);
        return child == null || child.isNull() ? null : new CodeNode(child, source);
    }

    public List<CodeNode> children() {
        List<CodeNode> children = new ArrayList<>();
        for (int i = 0; i < node.getChildCount(); i++) {
            children.add(new CodeNode(node.getChild(i), source));
        }
        return children;
    }

    public List<CodeNode> namedChildren() {
        List<CodeNode> children = new ArrayList<>();
        for (int i = 0; i < node.getNamedChildCount(); i++) {
            children.add(new CodeNode(node.getNamedChild(i), source));
        }
        return children;
    }

    /** A text, constant or not. */
    public boolean isText() {
        return TEXTS.contains(type());
    }

    /** A text into which nothing is filled. */
    public boolean isConstantText() {
        return isText() && namedChildren().stream().noneMatch(child -> FILLED.contains(child.type()));
    }

    /** A text without its quotes. */
    public String unquoted() {
        String text = text();
        int start = 0;
        while (start < text.length()
                && "rbfuRBFU@$".indexOf(text.charAt(start)) >= 0
                && start + 1 < text.length()
                && "\"'`rbfuRBFU@$".indexOf(text.charAt(start + 1)) >= 0) {
            start++;
        }
        String quoted = text.substring(start);
        for (String quote : List.of("\"\"\"", "'''", "\"", "'", "`")) {
            if (quoted.length() >= 2 * quote.length() && quoted.startsWith(quote) && quoted.endsWith(quote)) {
                return quoted.substring(quote.length(), quoted.length() - quote.length());
            }
        }
        return quoted;
    }
}
