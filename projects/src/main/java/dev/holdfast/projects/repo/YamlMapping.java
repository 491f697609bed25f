package dev.holdfast.projects.repo;

import dev.holdfast.contract.InvalidFieldException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** A mapping of YAML that is read field by field; every problem is noted with its place. */
final class YamlMapping {
    private final Problems problems;
    private final String field;
    private final Map<String, Node> keys = new LinkedHashMap<>();
    private final Map<String, Node> values = new LinkedHashMap<>();

    /** Problems of one file. */
    static final class Problems {
        private final String file;
        private final List<ContractProblem> all = new ArrayList<>();

        Problems(String file) {
            this.file = file;
        }

        void add(Node at, String problem) {
            all.add(new ContractProblem(
                    file, at.getStartMark().getLine() + 1, at.getStartMark().getColumn() + 1, problem));
        }

        List<ContractProblem> all() {
            return all;
        }
    }

    private YamlMapping(Problems problems, String field) {
        this.problems = problems;
        this.field = field;
    }

    /** @param field how problems call it; empty for the whole file */
    static YamlMapping of(Node node, String field, Problems problems) {
        YamlMapping mapping = new YamlMapping(problems, field);
        if (!(node instanceof MappingNode map)) {
            problems.add(node, (field.isEmpty() ? "the file" : field) + " must be a mapping of names to values");
            return mapping;
        }
        for (NodeTuple entry : map.getValue()) {
            String key = entry.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
            if (mapping.values.containsKey(key)) {
                problems.add(entry.getKeyNode(), "'" + mapping.name(key) + "' is given twice");
            }
            mapping.keys.put(key, entry.getKeyNode());
            mapping.values.put(key, entry.getValueNode());
        }
        return mapping;
    }

    /** Everything else is a problem, with the nearest known name. */
    void allow(List<String> known) {
        keys.forEach((key, node) -> {
            if (!known.contains(key)) {
                problems.add(node, "'" + name(key) + "' is not known; known here: " + String.join(", ", known));
            }
        });
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    void problem(String key, String problem) {
        Node at = keys.get(key);
        if (at != null) {
            problems.add(at, problem);
        }
    }

    @Nullable String text(String key) {
        return value(key, text -> text).orElse(null);
    }

    /** A scalar that must be understood; why it is not is a problem at its place. */
    <T> Optional<T> value(String key, Function<String, T> parser) {
        Node node = values.get(key);
        return node == null ? Optional.empty() : scalar(node, name(key), parser);
    }

    private <T> Optional<T> scalar(Node node, String name, Function<String, T> parser) {
        if (!(node instanceof ScalarNode scalar) || scalar.getTag().equals(Tag.NULL)) {
            problems.add(node, name + " must be a text, not empty");
            return Optional.empty();
        }
        try {
            return Optional.of(parser.apply(scalar.getValue()));
        } catch (InvalidFieldException wrong) {
            String said = String.valueOf(wrong.getMessage());
            problems.add(node, name + said.substring(wrong.field().length()));
        } catch (IllegalArgumentException wrong) {
            problems.add(node, name + ": " + wrong.getMessage());
        }
        return Optional.empty();
    }

    /** Names to texts. */
    Map<String, String> texts(String key) {
        Map<String, String> texts = new LinkedHashMap<>();
        mapping(key)
                .ifPresent(inner -> inner.values.forEach((name, node) ->
                        inner.scalar(node, inner.name(name), text -> text).ifPresent(text -> texts.put(name, text))));
        return texts;
    }

    Optional<YamlMapping> mapping(String key) {
        Node node = values.get(key);
        return node == null ? Optional.empty() : Optional.of(of(node, name(key), problems));
    }

    /** The mappings inside this one, by their names. */
    Map<String, YamlMapping> mappings() {
        Map<String, YamlMapping> inner = new LinkedHashMap<>();
        values.forEach((key, node) -> inner.put(key, of(node, name(key), problems)));
        return inner;
    }

    /** A list, each of whose parts must be understood; null when it is not there. */
    <T> @Nullable List<T> list(String key, Function<String, T> parser) {
        Node node = values.get(key);
        if (node == null) {
            return null;
        }
        List<T> items = new ArrayList<>();
        for (Node item : items(key, node)) {
            scalar(item, name(key), parser).ifPresent(items::add);
        }
        return items;
    }

    List<YamlMapping> mappings(String key) {
        Node node = values.get(key);
        if (node == null) {
            return List.of();
        }
        return items(key, node).stream()
                .map(item -> of(item, name(key), problems))
                .toList();
    }

    private List<Node> items(String key, Node node) {
        if (node instanceof SequenceNode sequence) {
            return sequence.getValue();
        }
        problems.add(node, name(key) + " must be a list");
        return List.of();
    }

    private String name(String key) {
        return field.isEmpty() ? key : field + "." + key;
    }
}
