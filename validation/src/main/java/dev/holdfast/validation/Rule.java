package dev.holdfast.validation;

import dev.holdfast.contract.Severity;
import dev.holdfast.validation.dialects.Occurrence;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A use of a language that is dangerous where the code comes from somebody else.
 *
 * @param name of what is called, made or assigned, with imports resolved
 * @param when further conditions
 */
record Rule(
        String id,
        Severity severity,
        Occurrence.Kind kind,
        Pattern name,
        Predicate<Occurrence> when,
        String message,
        String remedy) {
    boolean matches(Occurrence occurrence) {
        return occurrence.kind() == kind && name.matcher(occurrence.name()).matches() && when.test(occurrence);
    }
}
