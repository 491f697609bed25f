package dev.holdfast.activities.temporal;

/**
 * Where Temporal is.
 *
 * @param target host:port of the frontend
 */
public record TemporalConfig(String target, String namespace) {}
