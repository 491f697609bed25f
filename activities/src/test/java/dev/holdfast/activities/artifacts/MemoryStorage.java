package dev.holdfast.activities.artifacts;

import java.time.Duration;

/** Storage in memory. */
public record MemoryStorage(MemoryBlobs blobs, MemoryObjects objects) implements ArtifactStorage {
    public MemoryStorage() {
        this(new MemoryBlobs(), new MemoryObjects());
    }

    @Override
    public boolean healthy() {
        return true;
    }

    @Override
    public int sweep(Duration age) {
        return 0;
    }

    @Override
    public void close() {}
}
