package dev.holdfast.activities.sandbox;

/** Where a tar stream goes, and how much of it is accepted. */
public record PutRequest(String path, long maxBytes, long maxFiles) {}
