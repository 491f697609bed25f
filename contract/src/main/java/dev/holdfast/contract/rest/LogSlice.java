package dev.holdfast.contract.rest;

import java.util.List;

/**
 * Some of a task's log, in the order of arrival.
 *
 * @param cursor where to read on
 * @param end nothing will follow: the task has ended and this is its last output
 */
public record LogSlice(List<LogEntry> entries, long cursor, boolean end) {}
