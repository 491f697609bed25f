package dev.holdfast.activities.task;

import dev.holdfast.activities.history.Placements;
import dev.holdfast.activities.history.Placements.Answer;
import dev.holdfast.activities.history.Placements.Room;
import dev.holdfast.activities.history.Placements.Wish;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Limits;
import dev.holdfast.workflows.Begun;
import dev.holdfast.workflows.Reservation;
import dev.holdfast.workflows.SandboxActivities;
import dev.holdfast.workflows.SandboxActivities.LeaveRequest;
import dev.holdfast.workflows.TaskRequest;
import io.temporal.failure.ApplicationErrorCategory;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets tasks onto this host while it has room. Who waits here is served before anybody who has just come, but not for ever: then
 * any host may ask for it again. Not too soon either, because it goes behind all who wait in the queue by that.
 */
final class Admission {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);
    private static final Duration WAITS_HERE = Duration.ofSeconds(30);
    private static final Duration OTHERS_FIRST = Duration.ofSeconds(1);

    private final Capacity capacity;
    private final Sandboxes sandboxes;
    private final Placements placements;
    private final SpecOfRecord specs;
    private final Duration waitsHere;
    private final AtomicInteger waiting = new AtomicInteger();

    Admission(Capacity capacity, Sandboxes sandboxes, Placements placements, SpecOfRecord specs) {
        this(capacity, sandboxes, placements, specs, WAITS_HERE);
    }

    Admission(Capacity capacity, Sandboxes sandboxes, Placements placements, SpecOfRecord specs, Duration waitsHere) {
        this.capacity = capacity;
        this.sandboxes = sandboxes;
        this.placements = placements;
        this.specs = specs;
        this.waitsHere = waitsHere;
    }

    /** The reservation that counts: this one, or an earlier one when the task was placed before. */
    Reservation admit(TaskRequest task, Reservation wanted, Pulse pulse) {
        Optional<String> shortOfDisk = sandboxes.shortOfDisk();
        if (shortOfDisk.isEmpty()) {
            requireThatItEverFits(wanted.limits());
        }
        Room room = shortOfDisk.isPresent() ? capacity.room().withoutDisk() : capacity.room();
        Wish wish = new Wish(task.taskId(), task.spec().project(), wanted, room, capacity.tasksPerProject());
        if (pulse instanceof Promptness && waiting.get() > 0) {
            throw Promptness.handOver("other tasks wait for room on host " + wanted.host());
        }
        Answer answer = placements.place(wish);
        if (answer instanceof Answer.Left(Begun begun)) {
            specs.require(task);
            if (begun != null && pulse instanceof Promptness) {
                throw new DoneBefore(begun);
            }
        }
        if (answer instanceof Answer.NoRoom && shortOfDisk.isPresent()) {
            throw diskFull("host " + wanted.host() + " " + shortOfDisk.get());
        }
        if (!(answer instanceof Answer.NoRoom)) {
            return reservation(answer, wish);
        }
        waiting.incrementAndGet();
        try {
            return reservation(await(wish, answer, pulse), wish);
        } finally {
            waiting.decrementAndGet();
        }
    }

    private Answer await(Wish wish, Answer first, Pulse pulse) {
        Answer answer = first;
        long end = System.nanoTime() + waitsHere.toNanos();
        while (answer instanceof Answer.NoRoom noRoom && System.nanoTime() < end) {
            pulse.slow(described(wish, noRoom));
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
            answer = placements.place(wish);
        }
        return answer;
    }

    /** From a host that is gone, so that this one or another may take it. */
    void leave(LeaveRequest request) {
        if (!placements.move(request.taskId(), request.host())) {
            throw ApplicationFailure.newNonRetryableFailure(
                    "host " + request.host() + " is gone: no worker of the sandbox's host answered in time. A command"
                            + " may have been begun there, so it is not run again",
                    SandboxActivities.COMMAND_BEGUN);
        }
    }

    private static Reservation reservation(Answer answer, Wish wish) {
        return switch (answer) {
            case Answer.Placed(Reservation reservation) -> reservation;
            case Answer.ProjectFull(int running, int limit) ->
                throw ApplicationFailure.newBuilder()
                        .setMessage("project " + wish.project() + " has " + running + " tasks running and may have "
                                + limit + " at once")
                        .setType("project_full")
                        // It must not stand in the way of other projects meanwhile.
                        .setNextRetryDelay(OTHERS_FIRST)
                        .build();
            case Answer.Left left ->
                throw ApplicationFailure.newNonRetryableFailure(
                        "the task has given its sandbox back already", "task_ended");
            case Answer.NoRoom noRoom ->
                throw ApplicationFailure.newBuilder()
                        .setMessage(described(wish, noRoom))
                        .setType("no_room")
                        .setCategory(ApplicationErrorCategory.BENIGN)
                        .setNextRetryDelay(LOOK_AGAIN)
                        .build();
        };
    }

    /** It may last, so the next try may be another host's. */
    private static ApplicationFailure diskFull(String why) {
        return ApplicationFailure.newBuilder()
                .setMessage(why)
                .setType(SandboxError.HOST_DISK_FULL.code())
                .setNextRetryDelay(OTHERS_FIRST)
                .build();
    }

    private static String described(Wish wish, Answer.NoRoom noRoom) {
        boolean bytes = !noRoom.resource().equals("cpus");
        return "host " + wish.reservation().host() + " has no room: " + amount(noRoom.inUse(), bytes) + " of "
                + amount(noRoom.thereIs(), bytes) + " " + noRoom.resource() + " are taken";
    }

    private static String amount(double value, boolean bytes) {
        return bytes ? new DataSize((long) value).toString() : String.format(Locale.ROOT, "%.3g", value);
    }

    private void requireThatItEverFits(Limits limits) {
        if (limits.cpus() != null && limits.cpus() > capacity.cpus()) {
            throw tooLarge("limits.cpus", limits.cpus(), capacity.cpus());
        }
        if (limits.memory() != null && limits.memory().compareTo(capacity.memory()) > 0) {
            throw tooLarge("limits.memory", limits.memory(), capacity.memory());
        }
        if (limits.workspace() != null && limits.workspace().compareTo(capacity.disk()) > 0) {
            throw tooLarge("limits.workspace", limits.workspace(), capacity.disk());
        }
    }

    private static ApplicationFailure tooLarge(String field, Object asked, Object most) {
        return ApplicationFailure.newNonRetryableFailure(
                field + ": " + asked + " is more than a host gives to all its tasks (" + most
                        + "); ask for less, or have the operator raise holdfast.capacity",
                "too_large");
    }
}
