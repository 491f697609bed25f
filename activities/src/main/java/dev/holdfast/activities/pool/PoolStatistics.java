package dev.holdfast.activities.pool;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How well the pool serves.
 *
 * @param hitRate absent until somebody asked
 * @param recycled how many sandboxes were cleared for another task of their project
 * @param idle waiting sandboxes by executor and image
 */
public record PoolStatistics(
        long hits, long misses, @Nullable Double hitRate, long recycled, Map<String, Integer> idle) {}
