package dev.holdfast.projects.repo;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is done about code that looks dangerous.
 *
 * @param severity from which on {@code policy} holds
 */
public record ValidationPolicy(String policy, String severity, List<Suppression> suppressions) {
    /** What the policy may be. */
    public static final List<String> POLICIES = List.of("off", "warn", "block");

    /** From harmless to grave. */
    public static final List<String> SEVERITIES = List.of("info", "warning", "error", "critical");

    public ValidationPolicy {
        suppressions = List.copyOf(suppressions);
    }

    /**
     * A finding that the repository's owners know of.
     *
     * @param path a glob; everywhere when left out
     */
    public record Suppression(String rule, @Nullable String path, String reason) {}
}
