package dev.holdfast.activities.sandbox;

import java.util.List;

/**
 * How a sandbox was cleared for its next use.
 *
 * @param processes how many are alive all the same; anything but 0 forbids reuse
 * @param leftovers what could not be removed; anything here forbids reuse
 * @param generation the number of the socket that the supervisor listens at now; 0 when it is not clean
 */
public record RecycleReport(long processes, List<String> leftovers, int generation) {
    public RecycleReport {
        leftovers = leftovers == null ? List.of() : List.copyOf(leftovers);
    }

    public boolean clean() {
        return processes == 0 && leftovers.isEmpty() && generation > 0;
    }
}
