package dev.holdfast.activities.sandbox;

/** Is told, in words for the user, what a slow operation is doing; also a good moment for a heartbeat. */
@FunctionalInterface
public interface Progress {
    Progress NONE = message -> {};

    void report(String message);
}
