package dev.holdfast.activities.history;

import dev.holdfast.contract.TaskId;
import java.time.Instant;

/**
 * A piece of a step's output.
 *
 * @param stepKey the key of the step's attempt in its sandbox
 * @param step the step's name
 * @param offset of the first byte in the step's log
 * @param droppedBytes for {@link Stream#GAP}: how many bytes the output cap dropped here
 */
@SuppressWarnings("ArrayRecordComponent") // raw bytes, never compared or used as a key
public record LogChunk(
        TaskId taskId,
        String stepKey,
        String step,
        long offset,
        Stream stream,
        Instant at,
        byte[] bytes,
        long droppedBytes) {

    /** Where the bytes came from. */
    public enum Stream {
        STDOUT,
        STDERR,
        PTY,
        GAP
    }

    /** The offset behind this chunk. */
    public long end() {
        return offset + (stream == Stream.GAP ? droppedBytes : bytes.length);
    }
}
