package dev.holdfast.activities.keeping;

import dev.holdfast.activities.artifacts.BlobInfo;
import dev.holdfast.activities.artifacts.BlobStore;
import dev.holdfast.activities.history.KeptTasks;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Content that no task needs any more. What is younger than a day is spared: a task may be about to name it. */
final class UnneededContent {
    private static final Duration SPARED = Duration.ofDays(1);

    private final BlobStore blobs;
    private final KeptTasks tasks;
    private final Clock clock;

    UnneededContent(BlobStore blobs, KeptTasks tasks, Clock clock) {
        this.blobs = blobs;
        this.tasks = tasks;
        this.clock = clock;
    }

    record Removed(long blobs, long bytes) {}

    Removed remove(Runnable still) {
        Instant young = clock.instant().minus(SPARED);
        long[] removed = {0, 0};
        blobs.list(blob -> {
            still.run();
            if (blob.storedAt().isBefore(young) && !tasks.needed(blob.ref().sha256(), young)) {
                blobs.delete(blob.ref().sha256());
                removed[0]++;
                removed[1] += size(blob);
            }
        });
        return new Removed(removed[0], removed[1]);
    }

    private static long size(BlobInfo blob) {
        return blob.ref().size();
    }
}
