package dev.holdfast.activities.sandbox;

/** What was unpacked. */
public record PutReport(long files, long bytes) {}
