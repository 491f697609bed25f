package dev.holdfast.activities.pool;

import java.time.Instant;

/** A sandbox of the pool that a task has. */
record Lent(Profile profile, Waiting waiting, Instant since) {}
