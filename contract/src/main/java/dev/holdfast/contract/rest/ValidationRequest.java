package dev.holdfast.contract.rest;

import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.InvalidFieldException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Code to be looked at. Nothing in it is run.
 *
 * @param files inline, or uploads, also archives; a {@code .holdfast.yml} among them has a say
 * @param severity from which on a finding blocks: info, warning, error or critical; what {@code .holdfast.yml} says, else
 *     error, when left out
 */
public record ValidationRequest(
        List<InputFile> files, @Nullable String severity) {
    private static final Set<String> SEVERITIES = Set.of("info", "warning", "error", "critical");

    public ValidationRequest {
        files = new NewFiles(files).files();
        severity = severity == null ? null : severity.toLowerCase(Locale.ROOT);
        if (severity != null && !SEVERITIES.contains(severity)) {
            throw new InvalidFieldException("severity", "is none of info, warning, error and critical");
        }
    }
}
