package dev.holdfast.activities.artifacts;

import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.Artifact.Status;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What was left out: the first of it by name, the rest as a number, and sentences that say what to do about it. */
final class Omissions {
    private static final int MOST_LISTED = 1_000;

    private final Map<String, Long> counts = new HashMap<>();
    private final Map<String, String> firsts = new HashMap<>();
    private int listed;
    private long unlisted;

    /** The word that a reason begins with. */
    static String code(String reason) {
        int colon = reason.indexOf(':');
        return colon < 0 ? reason : reason.substring(0, colon);
    }

    /** @return whether it is to be listed by name */
    boolean add(String path, String reason) {
        counts.merge(code(reason), 1L, Long::sum);
        firsts.putIfAbsent(code(reason), path);
        if (listed == MOST_LISTED) {
            unlisted++;
            return false;
        }
        listed++;
        return true;
    }

    void addUnlisted(long more) {
        unlisted += more;
    }

    List<String> warnings(Collection<Artifact> artifacts, CollectionPlan plan) {
        List<String> warnings = new ArrayList<>();
        warn(
                warnings,
                "max_files",
                "did not fit into the count of %s files: raise artifacts.maxFiles or include less"
                        .formatted(plan.maxFiles()));
        warn(
                warnings,
                "max_bytes",
                "did not fit into %s: raise limits.artifacts or include less".formatted(plan.maxBytes()));
        warn(
                warnings,
                "too_large",
                "did not fit into %s: raise limits.artifacts or include less".formatted(plan.maxBytes()));
        warn(warnings, "sensitive", "may hold secrets and was left out: give it another name if it does not");
        if (unlisted > 0) {
            warnings.add("artifacts: " + unlisted + " more were left out and are not listed");
        }
        List<Artifact> failed = artifacts.stream()
                .filter(artifact -> artifact.status() == Status.FAILED)
                .toList();
        if (!failed.isEmpty()) {
            warnings.add("artifacts: " + failed.size() + " could not be stored, the first is '"
                    + failed.get(0).path() + "': " + failed.get(0).reason());
        }
        return warnings;
    }

    private void warn(List<String> warnings, String code, String sentence) {
        Long count = counts.get(code);
        if (count != null) {
            String others = count == 1 ? "" : " and " + (count - 1) + " more";
            warnings.add("artifacts: '" + firsts.get(code) + "'" + others + " " + sentence);
        }
    }
}
