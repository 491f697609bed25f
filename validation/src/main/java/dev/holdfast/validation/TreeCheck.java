package dev.holdfast.validation;

import dev.holdfast.contract.Severity;
import dev.holdfast.validation.dialects.CodeNode;
import dev.holdfast.validation.dialects.Dialect;
import dev.holdfast.validation.dialects.Occurrence;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.treesitter.TSParser;
import org.treesitter.TSTree;

/** Finds by the syntax tree: words in comments and texts are no calls. */
final class TreeCheck {
    private static final int MAX_SYNTAX_ERRORS = 5;

    /** People do not write so; parsing it takes time that grows with the square of the depth. */
    private static final int MAX_NESTING = 500;

    private TreeCheck() {}

    private static int nesting(String text) {
        int depth = 0;
        int deepest = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '(' || c == '[' || c == '{') {
                deepest = Math.max(deepest, ++depth);
            } else if ((c == ')' || c == ']' || c == '}') && depth > 0) {
                depth--;
            }
        }
        return deepest;
    }

    static List<Finding> check(Source source, Language language) {
        if (nesting(source.text()) > MAX_NESTING) {
            return List.of(source.finding(
                    "too-deep",
                    Severity.WARNING,
                    0,
                    0,
                    "is nested more than " + MAX_NESTING + " levels deep, and its calls were not looked at",
                    "look at it yourself"));
        }
        try (TSParser parser = new TSParser()) {
            if (!parser.setLanguage(language.grammar().get())) {
                throw new IllegalStateException("the grammar of " + language.name() + " does not fit the parser");
            }
            try (TSTree tree = parser.parseString(null, source.text())) {
                CodeNode root = new CodeNode(tree.getRootNode(), source.bytes());
                List<Finding> findings = new ArrayList<>(calls(source, language, root));
                if (root.hasError()) {
                    findings.addAll(syntaxErrors(source, root));
                }
                return findings;
            }
        }
    }

    private static List<Finding> calls(Source source, Language language, CodeNode root) {
        Dialect dialect = language.dialect();
        Map<String, String> aliases = new HashMap<>();
        walk(root, node -> dialect.aliases(node, aliases));
        List<Finding> findings = new ArrayList<>();
        walk(
                root,
                node -> dialect.occurrence(node)
                        .map(occurrence -> Dialect.resolved(occurrence, aliases))
                        .ifPresent(occurrence -> judge(source, language, occurrence, findings)));
        return findings;
    }

    private static void judge(Source source, Language language, Occurrence occurrence, List<Finding> findings) {
        for (Rule rule : language.rules()) {
            if (rule.matches(occurrence)) {
                int row = occurrence.node().row();
                findings.add(source.finding(
                        rule.id(),
                        rule.severity(),
                        row,
                        source.column(row, occurrence.node().byteColumn()),
                        occurrence.name() + " " + rule.message(),
                        rule.remedy()));
                return;
            }
        }
    }

    private static List<Finding> syntaxErrors(Source source, CodeNode root) {
        List<Finding> errors = new ArrayList<>();
        walk(root, node -> {
            if ((node.isError() || node.isMissing()) && errors.size() < MAX_SYNTAX_ERRORS) {
                errors.add(source.finding(
                        "syntax-error",
                        Severity.ERROR,
                        node.row(),
                        source.column(node.row(), node.byteColumn()),
                        node.isMissing() ? "'" + node.type() + "' is missing" : "this is not understood",
                        "correct the syntax"));
            }
        });
        return errors;
    }

    /** Without recursion: code may be nested deeper than a stack. */
    private static void walk(CodeNode root, Consumer<CodeNode> visitor) {
        Deque<CodeNode> open = new ArrayDeque<>();
        open.push(root);
        while (!open.isEmpty()) {
            CodeNode node = open.pop();
            visitor.accept(node);
            List<CodeNode> children = node.children();
            for (int i = children.size() - 1; i >= 0; i--) {
                open.push(children.get(i));
            }
        }
    }
}
