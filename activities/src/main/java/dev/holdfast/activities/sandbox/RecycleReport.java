package dev.holdfast.activities.sandbox;

import java.util.List;

/**
 * How a sandbox was cleared for its next use.
 *
 * @param processes how many were killed
 * @param leftovers what could not be removed; anything here forbids reuse
 */
public record RecycleReport(long processes, List<String> leftovers) {
    public RecycleReport {
        leftovers = leftovers == null ? List.of() : List.copyOf(leftovers);
    }
}
