package dev.holdfast.workflows;

/** Ends a task early. A second one, or one after the end, changes nothing. */
public record CancelRequest(String reason) {}
