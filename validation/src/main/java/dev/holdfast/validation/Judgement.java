package dev.holdfast.validation;

import dev.holdfast.contract.ValidationSpec;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Findings after the repository's policy.
 *
 * @param suppressed how many its owners know of
 * @param blocked whether the code must not run
 */
public record Judgement(List<Finding> findings, int suppressed, boolean blocked) {
    public Judgement {
        findings = List.copyOf(findings);
    }

    /** @param policy null for warnings from errors on */
    public static Judgement of(List<Finding> all, @Nullable ValidationSpec policy) {
        if (policy == null) {
            return new Judgement(all, 0, false);
        }
        List<Finding> open =
                all.stream().filter(finding -> !isSuppressed(finding, policy)).toList();
        boolean blocked = policy.policy() == ValidationSpec.Policy.BLOCK
                && open.stream().anyMatch(finding -> finding.severity().compareTo(policy.severity()) >= 0);
        return new Judgement(open, all.size() - open.size(), blocked);
    }

    private static boolean isSuppressed(Finding finding, ValidationSpec policy) {
        return policy.suppressions().stream()
                .anyMatch(suppression -> suppression.rule().equals(finding.rule())
                        && (suppression.path() == null
                                || FileSystems.getDefault()
                                        .getPathMatcher("glob:" + suppression.path())
                                        .matches(Path.of(finding.file()))));
    }
}
