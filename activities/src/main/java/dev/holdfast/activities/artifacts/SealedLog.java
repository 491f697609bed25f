package dev.holdfast.activities.artifacts;

/**
 * The log of a task as it is kept after its end.
 *
 * @param ref hash and size of the stored, compressed object
 * @param bytes of output in it
 */
public record SealedLog(BlobRef ref, long chunks, long bytes) {}
