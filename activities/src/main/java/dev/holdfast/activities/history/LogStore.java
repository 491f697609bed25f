package dev.holdfast.activities.history;

import dev.holdfast.contract.TaskId;
import java.util.List;

/** What commands wrote, in the order of arrival, readable while they run and after. */
public interface LogStore {
    /**
     * Appends chunks of one step. What is there already is passed over, so that a second attempt may write the same
     * bytes in other pieces; a hole is an error. Followers are told.
     */
    void append(List<LogChunk> chunks);

    /** The chunks behind {@code cursor} (0 is the beginning), up to about {@code maxBytes}, at least one if any is there. */
    LogPage read(TaskId taskId, long cursor, int maxBytes);

    /** The cursor behind all that is stored now. */
    long end(TaskId taskId);

    /** How far the log of a step is stored: the offset behind its last chunk, 0 when there is none. */
    long storedUpTo(TaskId taskId, String stepKey);

    /** Calls {@code listener} after chunks of this task were appended or its row changed, until closed. */
    Subscription subscribe(TaskId taskId, Runnable listener);

    /** Ends a subscription. */
    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }
}
