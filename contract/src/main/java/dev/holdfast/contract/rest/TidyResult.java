package dev.holdfast.contract.rest;

import java.util.List;

/**
 * What retention removed, or would.
 *
 * @param tasks how many
 * @param first some of them, with the reason
 * @param contents how many files that nothing needs any more, with their {@code freedBytes}
 */
public record TidyResult(
        boolean dryRun, long tasks, List<String> first, long contents, long freedBytes, List<String> failed) {}
