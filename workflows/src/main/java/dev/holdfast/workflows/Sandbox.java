package dev.holdfast.workflows;

import org.jspecify.annotations.Nullable;

/**
 * A sandbox that is there: enough to find it again from another worker of the same host.
 *
 * @param id derives from the task, so that a lost reply cannot make a second one
 * @param handle the executor's own serialised words for it
 * @param warm it came from the pool
 */
public record Sandbox(String id, String handle, @Nullable String imageDigest, boolean warm) {}
