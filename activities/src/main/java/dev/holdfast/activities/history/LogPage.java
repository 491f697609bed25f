package dev.holdfast.activities.history;

import java.util.List;

/**
 * Some chunks of a log.
 *
 * @param cursor where to read on
 */
public record LogPage(List<LogChunk> chunks, long cursor) {}
