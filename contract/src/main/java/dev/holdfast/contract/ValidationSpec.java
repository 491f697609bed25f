package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.file.FileSystems;
import java.util.List;
import java.util.Locale;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * What is done about code that looks dangerous, before it runs.
 *
 * @param policy warn when left out
 * @param severity from which on it blocks; error when left out
 * @param suppressions findings that its owners know of
 */
public record ValidationSpec(Policy policy, Severity severity, List<Suppression> suppressions) {
    private static final int MAX_SUPPRESSIONS = 100;

    public ValidationSpec {
        policy = policy == null ? Policy.WARN : policy;
        severity = severity == null ? Severity.ERROR : severity;
        suppressions = suppressions == null ? List.of() : List.copyOf(suppressions);
        if (suppressions.size() > MAX_SUPPRESSIONS) {
            throw new InvalidFieldException(
                    "validation.suppressions", suppressions.size() + " are more than " + MAX_SUPPRESSIONS);
        }
    }

    /** What happens with findings. */
    public enum Policy {
        OFF,
        WARN,
        BLOCK;

        @JsonValue
        public String json() {
            return name().toLowerCase(Locale.ROOT);
        }

        @JsonCreator
        public static Policy fromJson(String json) {
            return Words.parse(Policy.class, "validation.policy", json);
        }
    }

    /** @param path a glob; everywhere when left out */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Suppression(String rule, @Nullable String path, String reason) {
        public Suppression {
            if (rule == null || rule.isBlank() || reason == null || reason.isBlank()) {
                throw new InvalidFieldException(
                        "validation.suppressions", "each suppression needs a rule and a reason");
            }
            if (path != null) {
                requireGlob(path);
            }
        }

        private static void requireGlob(String path) {
            Require.glob("validation.suppressions.path", path);
            try {
                FileSystems.getDefault().getPathMatcher("glob:" + path);
            } catch (PatternSyntaxException wrong) {
                throw new InvalidFieldException(
                        "validation.suppressions.path", "'" + path + "' is not a glob: " + wrong.getDescription());
            }
        }
    }
}
