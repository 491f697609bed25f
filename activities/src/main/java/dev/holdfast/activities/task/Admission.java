package dev.holdfast.activities.task;

import dev.holdfast.activities.history.Hosts;
import dev.holdfast.activities.history.Placements;
import dev.holdfast.activities.history.Placements.Answer;
import dev.holdfast.activities.history.Placements.Room;
import dev.holdfast.activities.history.Placements.Wish;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.contract.DataSize;
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
import java.util.concurrent.locks.LockSupport;

/**
 * Lets tasks onto this host while it has room, in the order of {@link Placements}. Nobody waits here for ever: then any host may
 * ask for it again. Not too soon either, because it goes behind all who wait in the queue by that; and much later if room is
 * kept for it, because others have waited for that.
 */
final class Admission {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);
    private static final Duration WAITS_HERE = Duration.ofSeconds(30);
    private static final Duration WAITS_FOR_ROOM_THAT_IS_KEPT = Duration.ofMinutes(10);
    private static final Duration OTHERS_FIRST = Duration.ofSeconds(1);
    private static final Duration FIRST_OF_PROJECT_AFTER = Duration.ofMillis(200);
    private static final Duration FOR_EACH_AHEAD = Duration.ofMillis(20);
    private static final Duration LAST_OF_PROJECT_AFTER = Duration.ofSeconds(10);

    private final Capacity capacity;
    private final HostSize size;
    private final Sandboxes sandboxes;
    private final Placements placements;
    private final SpecOfRecord specs;
    private final Duration waitsHere;
    private final Duration waitsForKept;

    Admission(Capacity capacity, Sandboxes sandboxes, Placements placements, Hosts hosts, SpecOfRecord specs) {
        this(capacity, sandboxes, placements, hosts, specs, WAITS_HERE, WAITS_FOR_ROOM_THAT_IS_KEPT);
    }

    Admission(
            Capacity capacity,
            Sandboxes sandboxes,
            Placements placements,
            Hosts hosts,
            SpecOfRecord specs,
            Duration waitsHere,
            Duration waitsForKept) {
        this.capacity = capacity;
        this.size = new HostSize(capacity, hosts);
        this.sandboxes = sandboxes;
        this.placements = placements;
        this.specs = specs;
        this.waitsHere = waitsHere;
        this.waitsForKept = waitsForKept;
    }

    /** The reservation that counts: this one, or an earlier one when the task was placed before. */
    Reservation admit(TaskRequest task, Reservation wanted, Pulse pulse) {
        Optional<String> shortOfDisk = sandboxes.shortOfDisk();
        if (shortOfDisk.isEmpty()) {
            size.require(wanted, pulse);
        }
        Room room = shortOfDisk.isPresent() ? capacity.room().withoutDisk() : capacity.room();
        boolean stays = !(pulse instanceof Promptness) && shortOfDisk.isEmpty();
        Wish wish = new Wish(
                task.taskId(), task.spec().project(), wanted, room, capacity.tasksPerProject(), task.priority(), stays);
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
        return reservation(await(wish, answer, pulse), wish);
    }

    private Answer await(Wish wish, Answer first, Pulse pulse) {
        Answer answer = first;
        long start = System.nanoTime();
        while (answer instanceof Answer.NotYet notYet
                && System.nanoTime() - start < patience(notYet).toNanos()) {
            pulse.slow(described(wish, notYet));
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
            answer = placements.place(wish);
        }
        return answer;
    }

    private Duration patience(Answer.NotYet answer) {
        return switch (answer) {
            case Answer.NoRoom noRoom -> noRoom.kept() ? waitsForKept : waitsHere;
            case Answer.NotItsTurn notItsTurn -> waitsHere;
            // It must not stand in the way of other projects.
            case Answer.ProjectFull projectFull -> Duration.ZERO;
        };
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
            case Answer.Left left ->
                throw ApplicationFailure.newNonRetryableFailure(
                        "the task has given its sandbox back already", "task_ended");
            case Answer.ProjectFull full -> throw later(wish, full, "project_full", delay(full));
            case Answer.NoRoom noRoom -> throw later(wish, noRoom, "no_room", LOOK_AGAIN);
            case Answer.NotItsTurn notItsTurn -> throw later(wish, notItsTurn, "no_room", LOOK_AGAIN);
        };
    }

    private static ApplicationFailure later(Wish wish, Answer.NotYet why, String type, Duration delay) {
        return ApplicationFailure.newBuilder()
                .setMessage(described(wish, why))
                .setType(type)
                .setCategory(ApplicationErrorCategory.BENIGN)
                .setNextRetryDelay(delay)
                .build();
    }

    /** Who is next comes soon; of thousands that wait, few at a time. Must be shorter than the row of who waits counts. */
    private static Duration delay(Answer.ProjectFull full) {
        Duration delay = FIRST_OF_PROJECT_AFTER.plus(FOR_EACH_AHEAD.multipliedBy(full.ahead()));
        return delay.compareTo(LAST_OF_PROJECT_AFTER) < 0 ? delay : LAST_OF_PROJECT_AFTER;
    }

    /** It may last, so the next try may be another host's. */
    private static ApplicationFailure diskFull(String why) {
        return ApplicationFailure.newBuilder()
                .setMessage(why)
                .setType(SandboxError.HOST_DISK_FULL.code())
                .setNextRetryDelay(OTHERS_FIRST)
                .build();
    }

    private static String described(Wish wish, Answer.NotYet why) {
        String host = wish.reservation().host();
        return switch (why) {
            case Answer.NoRoom(String resource, double inUse, double thereIs, boolean kept) -> {
                boolean bytes = !resource.equals("cpus");
                yield "host " + host + " has no room: " + amount(inUse, bytes) + " of " + amount(thereIs, bytes) + " "
                        + resource + " are taken";
            }
            case Answer.NotItsTurn notItsTurn ->
                "waits for its turn: a task that came before it, or is more urgent, is waiting for room on host "
                        + host;
            case Answer.ProjectFull(int running, int limit, int ahead) ->
                "project " + wish.project() + " has " + running + " tasks running and may have " + limit + " at once"
                        + (ahead == 0 ? "" : "; tasks of it that came before this one, or are more urgent, go first");
        };
    }

    private static String amount(double value, boolean bytes) {
        return bytes ? new DataSize((long) value).toString() : String.format(Locale.ROOT, "%.3g", value);
    }
}
