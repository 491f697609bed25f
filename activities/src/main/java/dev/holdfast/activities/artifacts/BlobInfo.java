package dev.holdfast.activities.artifacts;

import java.time.Instant;

/** A blob that is there. */
public record BlobInfo(BlobRef ref, Instant storedAt) {}
