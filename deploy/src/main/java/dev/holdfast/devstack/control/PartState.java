package dev.holdfast.devstack.control;

import org.jspecify.annotations.Nullable;

/**
 * One part as it was last seen by its stack.
 *
 * @param process absent when it is external or not running
 * @param fingerprint of its command and configuration: a later stack adopts a process only when it would start the same
 * @param note what a reader should know about it, such as that it is not durable
 */
public record PartState(
        String name,
        Condition state,
        String address,
        @Nullable ProcessIdentity process,
        StopSignal stopSignal,
        String fingerprint,
        @Nullable String note) {

    public boolean isAlive() {
        return process != null && process.isAlive();
    }
}
