package dev.holdfast.contract;

import java.time.Instant;

/** One change of a task's state. */
public record Transition(TaskState state, Instant at, String reason) {}
