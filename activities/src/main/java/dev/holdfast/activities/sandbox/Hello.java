package dev.holdfast.activities.sandbox;

/**
 * Who answers.
 *
 * @param bootId changes whenever the supervisor is started anew
 * @param steps how many it knows
 */
public record Hello(
        String version,
        int protocol,
        String sandbox,
        String bootId,
        long pid,
        boolean local,
        long uptimeMs,
        long steps) {}
