package dev.holdfast.activities.sandbox;

import java.util.List;

/**
 * What was packed.
 *
 * @param skipped what was not, and why
 * @param skippedMore how many more than are listed
 */
public record GetReport(long files, long bytes, List<Skipped> skipped, long skippedMore) {
    public GetReport {
        skipped = skipped == null ? List.of() : List.copyOf(skipped);
    }

    /** A path that was not packed as it is. */
    public record Skipped(String path, String reason) {}
}
