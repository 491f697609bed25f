package dev.holdfast.workflows;

/** Ends an open task in good order. A second one changes nothing. */
public record CloseRequest(String reason) {}
