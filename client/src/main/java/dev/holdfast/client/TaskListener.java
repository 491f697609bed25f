package dev.holdfast.client;

import dev.holdfast.contract.rest.LogEntry;
import dev.holdfast.contract.rest.StateChange;

/**
 * Hears what a task does while it does it. Called by one thread, in the order of events. Bytes are as the command wrote
 * them: a character may be split over two calls.
 */
public interface TaskListener {
    default void onState(StateChange change) {}

    /** Any output; unless it is taken here, its bytes come by the two below. */
    default void onOutput(LogEntry entry) {
        switch (entry.stream()) {
            case STDOUT, PTY -> onStdout(entry.bytes());
            case STDERR -> onStderr(entry.bytes());
            case GAP -> {} // the result says how much was dropped
        }
    }

    default void onStdout(byte[] bytes) {}

    default void onStderr(byte[] bytes) {}
}
