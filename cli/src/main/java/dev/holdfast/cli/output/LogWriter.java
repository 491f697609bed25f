package dev.holdfast.cli.output;

import dev.holdfast.contract.rest.LogEntry;

/** Where pieces of a task's output go. */
public interface LogWriter {
    /** False when nobody reads any more, as behind {@code | head}. */
    boolean write(LogEntry entry);
}
