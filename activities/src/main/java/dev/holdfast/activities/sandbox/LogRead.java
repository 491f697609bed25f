package dev.holdfast.activities.sandbox;

/**
 * How far a log was read.
 *
 * @param next the offset to read on from
 * @param eof the step has ended and all was sent
 */
public record LogRead(long next, boolean eof) {}
