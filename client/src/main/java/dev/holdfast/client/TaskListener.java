package dev.holdfast.client;

import dev.holdfast.contract.rest.LogEntry;
import dev.holdfast.contract.rest.StateChange;

/** Hears what a task does while it does it. Called by one thread, in the order of events. */
public interface TaskListener {
    default void onState(StateChange change) {}

    default void onOutput(LogEntry entry) {}
}
