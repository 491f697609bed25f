package dev.holdfast.validation.dialects;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Knows how one language writes what rules speak of. */
public interface Dialect {
    /** Puts names that an import or a declaration gives to something else: the new name, and what it stands for. */
    void aliases(CodeNode node, Map<String, String> aliases);

    Optional<Occurrence> occurrence(CodeNode node);

    /** The occurrence under the name that its imports really mean. */
    static Occurrence resolved(Occurrence occurrence, Map<String, String> aliases) {
        String name = occurrence.name();
        int dot = name.indexOf('.');
        String first = dot < 0 ? name : name.substring(0, dot);
        String meant = aliases.get(first);
        return meant == null ? occurrence : occurrence.named(dot < 0 ? meant : meant + name.substring(dot));
    }

    /** A call whose name and arguments are in fields. */
    static Optional<Occurrence> fields(CodeNode node, Occurrence.Kind kind, String name, String arguments) {
        CodeNode called = node.field(name);
        if (called == null) {
            return Optional.empty();
        }
        CodeNode given = node.field(arguments);
        List<CodeNode> all = given == null ? List.of() : given.namedChildren();
        return Optional.of(new Occurrence(kind, plain(called.text()), node, all));
    }

    /** Without blanks, and with the dot of an optional chain. */
    static String plain(String name) {
        String tight = name.replaceAll("\\s+", "").replace("?.", ".");
        return tight.length() > 200 ? tight.substring(tight.length() - 200) : tight;
    }
}
