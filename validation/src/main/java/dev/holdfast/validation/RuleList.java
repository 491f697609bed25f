package dev.holdfast.validation;

import dev.holdfast.contract.Severity;
import dev.holdfast.validation.dialects.Occurrence;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Writes rules down, one a line. */
final class RuleList {
    private final List<Rule> rules = new ArrayList<>();

    RuleList call(String id, Severity severity, String name, String message, String remedy) {
        return add(id, severity, Occurrence.Kind.CALL, name, any -> true, message, remedy);
    }

    RuleList call(
            String id, Severity severity, String name, Predicate<Occurrence> when, String message, String remedy) {
        return add(id, severity, Occurrence.Kind.CALL, name, when, message, remedy);
    }

    RuleList add(
            String id,
            Severity severity,
            Occurrence.Kind kind,
            String name,
            Predicate<Occurrence> when,
            String message,
            String remedy) {
        rules.add(new Rule(id, severity, kind, Pattern.compile(name), when, message, remedy));
        return this;
    }

    RuleList add(String id, Severity severity, Occurrence.Kind kind, String name, String message, String remedy) {
        return add(id, severity, kind, name, any -> true, message, remedy);
    }

    List<Rule> all() {
        return List.copyOf(rules);
    }
}
