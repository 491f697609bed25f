package dev.holdfast.activities.sandbox.container;

/**
 * Where an engine may be.
 *
 * @param host a value for DOCKER_HOST
 * @param foundBy in words, for messages
 */
record EngineAddress(String host, String foundBy) {}
