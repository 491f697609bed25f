package dev.holdfast.activities.history;

import java.util.List;

/**
 * Some chunks of a log.
 *
 * @param cursor where to read on
 * @param last there was nothing behind them when they were read
 */
public record LogPage(List<LogChunk> chunks, long cursor, boolean last) {}
