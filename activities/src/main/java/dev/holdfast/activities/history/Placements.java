package dev.holdfast.activities.history;

import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import dev.holdfast.workflows.Begun;
import dev.holdfast.workflows.Reservation;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Which host a task is on. Decided once: whoever asks again, from whatever host, is told the same. */
public interface Placements {
    /**
     * Puts the task on the host that its reservation names if there is room and nobody waits for it who comes before, unless
     * it has a place already. Who is more urgent comes before, and then who has waited longer.
     */
    Answer place(Wish wish);

    /**
     * Asked before a step is started or attached to. One question, because the step waits for the answer.
     *
     * @param repeatable whether the step may be run again elsewhere; once one was begun that may not, the task is not moved
     * @return how far the log of the step is stored; empty unless the task's place is on that host and it has not left it
     */
    OptionalLong beginStep(TaskId taskId, String host, String stepKey, boolean repeatable);

    /** The place of a task that is about to end, or how it ended; one that has none is never given any. */
    Optional<Answer> giveUp(TaskId taskId, ProjectId project);

    /**
     * Gives the room back; the task is never placed again.
     *
     * @param begun all that was done of it, if nobody else keeps that; the first word stands
     * @return false when it had left already, or never had a place
     */
    boolean leave(TaskId taskId, @Nullable Begun begun);

    default void leave(TaskId taskId) {
        leave(taskId, null);
    }

    /**
     * Takes the task off that host, which is gone, so that it may be placed on another, or there again when it is back: what it
     * had there is abandoned.
     *
     * @return false when it stays there, because a step that may not be repeated was about to begin
     */
    boolean move(TaskId taskId, String host);

    /** Tasks that were placed before and have not left. */
    List<TaskId> placedBefore(Instant time);

    /**
     * @param room what its host has in all
     * @param projectLimit how many tasks of the project may have a place at once; no limit when absent
     * @param priority 1 is the most urgent
     * @param stays whether it asks again soon, so that others may be held up for it
     */
    record Wish(
            TaskId taskId,
            ProjectId project,
            Reservation reservation,
            Room room,
            @Nullable Integer projectLimit,
            int priority,
            boolean stays) {}

    /** What sandboxes may take of a host together. */
    record Room(double cpus, long memory, long disk) {
        /** Nobody new is let in; who has a place keeps it. */
        public Room withoutDisk() {
            return new Room(cpus, memory, -1);
        }
    }

    /** Where the task is, or why it is nowhere. */
    sealed interface Answer {
        /** @param reservation the one that counts, perhaps another host's and older */
        record Placed(Reservation reservation) implements Answer {}

        /** It has no place yet and may ask again. */
        sealed interface NotYet extends Answer {}

        /**
         * The host has too little left.
         *
         * @param kept whether a task that would fit is held up because this one comes first
         */
        record NoRoom(String resource, double inUse, double thereIs, boolean kept) implements NotYet {}

        /** The host has room, and a task that comes before this one waits for it. */
        record NotItsTurn() implements NotYet {}

        /**
         * The project has as many tasks as it may have, or will have when those that come before this one are placed.
         *
         * @param ahead how many those are; of very many not all are counted
         */
        record ProjectFull(int running, int limit, int ahead) implements NotYet {}

        /**
         * The task had a place and left it.
         *
         * @param begun what was kept of it then
         */
        record Left(@Nullable Begun begun) implements Answer {}
    }
}
