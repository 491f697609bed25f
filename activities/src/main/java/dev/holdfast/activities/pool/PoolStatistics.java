package dev.holdfast.activities.pool;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How well the pool serves.
 *
 * @param idle waiting sandboxes by image
 * @param hitRate absent until somebody asked
 */
public record PoolStatistics(
        long hits, long misses, @Nullable Double hitRate, Map<String, Integer> idle) {}
