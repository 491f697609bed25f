package dev.holdfast.activities.pool;

import dev.holdfast.contract.TaskId;
import java.time.Instant;

/** A sandbox of the pool that a task has. */
record Lent(TaskId task, Profile profile, Waiting waiting, Instant since) {}
