package dev.holdfast.activities.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.holdfast.activities.history.Hosts;
import dev.holdfast.activities.history.Placements;
import dev.holdfast.activities.history.Placements.Answer;
import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.contract.Command;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.workflows.Begun;
import dev.holdfast.workflows.Reservation;
import dev.holdfast.workflows.SandboxActivities;
import dev.holdfast.workflows.SandboxActivities.LeaveRequest;
import dev.holdfast.workflows.TaskRequest;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.testing.TestActivityEnvironment;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the database does with a wish is tried in PlacementsTest; here, what a host asks of it. */
class AdmissionTest {
    private static final TaskRequest TASK = new TaskRequest(new TaskId("t1"), TaskSpec.of(), "test");
    private static final Reservation WANTED = TestReservations.on(new Host("host-a"));
    private static final Reservation LARGE = TestReservations.on(new Host("host-a"), Limits.DEFAULTS.withCpus(8.0));

    private final Rows placements = new Rows();
    private boolean thereIsALargerHost;
    private Optional<String> shortOfDisk = Optional.empty();
    private @Nullable TaskSpec known;

    private final Admission admission = new Admission(
            new Capacity(4, DataSize.ofGibibytes(8), DataSize.ofGibibytes(100), null),
            new Disk(),
            placements,
            new Larger(),
            new SpecOfRecord(id -> Optional.ofNullable(known)),
            Duration.ofSeconds(1),
            Duration.ofMinutes(1));

    @Test
    void aHostWithRoomTakesTheTask() {
        assertThat(admission.admit(TASK, WANTED, Promptness.fromNow())).isEqualTo(WANTED);
    }

    @Test
    void aHostThatIsShortOfDiskLetsNobodyInAndSaysWhy() {
        shortOfDisk = Optional.of("has 12 MiB of disk left");

        assertThatExceptionOfType(ApplicationFailure.class)
                .isThrownBy(() -> admission.admit(TASK, WANTED, Promptness.fromNow()))
                .satisfies(refused -> {
                    assertThat(refused.getOriginalMessage()).isEqualTo("host host-a has 12 MiB of disk left");
                    assertThat(refused.isNonRetryable()).isFalse();
                });
        assertThat(placements.places).isEmpty();
    }

    @Test
    void aTaskThatHasItsPlaceKeepsItWhenTheDiskFillsUp() {
        admission.admit(TASK, WANTED, Promptness.fromNow());
        shortOfDisk = Optional.of("has 12 MiB of disk left");

        assertThat(admission.admit(TASK, WANTED, Promptness.fromNow())).isEqualTo(WANTED);
    }

    @Test
    void whatWasDoneBeforeIsTheAnswerToWhoWouldDoItAtOnce() {
        placements.done = Begun.NOTHING;

        assertThatExceptionOfType(DoneBefore.class)
                .isThrownBy(() -> admission.admit(TASK, WANTED, Promptness.fromNow()))
                .satisfies(before -> assertThat(before.begun()).isEqualTo(Begun.NOTHING));
    }

    @Test
    void whatAnotherSpecCameToUnderTheSameIdIsNobodysAnswer() {
        placements.done = Begun.NOTHING;
        known = TaskSpec.of(StepSpec.of(Command.of("true")));

        assertThatExceptionOfType(ApplicationFailure.class)
                .isThrownBy(() -> admission.admit(TASK, WANTED, Promptness.fromNow()))
                .satisfies(refused -> {
                    assertThat(refused.getType()).isEqualTo("task_conflict");
                    assertThat(refused.isNonRetryable()).isTrue();
                    assertThat(refused.getOriginalMessage())
                            .isEqualTo("taskId: t1 is taken by a task with another spec; choose another id");
                });
    }

    @Test
    void whatTheSameSpecCameToIsTheAnswer() {
        placements.done = Begun.NOTHING;
        known = TASK.spec();

        assertThatExceptionOfType(DoneBefore.class)
                .isThrownBy(() -> admission.admit(TASK, WANTED, Promptness.fromNow()));
    }

    @Test
    void aTaskDoesNotWaitForRoomHereForEverSoThatAnotherHostMayTakeIt() {
        placements.looksWithoutRoom = Integer.MAX_VALUE;

        assertThatExceptionOfType(ActivityFailure.class)
                .isThrownBy(() -> patiently(admission))
                .havingCause()
                .isInstanceOfSatisfying(ApplicationFailure.class, refused -> {
                    assertThat(refused.getOriginalMessage())
                            .isEqualTo("host host-a has no room: 4.00 of 4.00 cpus are taken");
                    assertThat(refused.isNonRetryable()).isFalse();
                    assertThat(refused.getNextRetryDelay()).isLessThan(Duration.ofSeconds(1));
                });
        assertThat(placements.places).isEmpty();
    }

    @Test
    void roomThatIsMadeMeanwhileIsTaken() {
        placements.looksWithoutRoom = 3;

        assertThat(patiently(admission)).isEqualTo("host-a");
    }

    @Test
    void aTaskForWhichRoomIsKeptWaitsForItHere() {
        placements.whyNot = new Answer.NoRoom("cpus", 3, 4, true);
        placements.looksWithoutRoom = 15;

        assertThat(patiently(admission)).isEqualTo("host-a");
    }

    @Test
    void aTaskWhoseTurnItIsNotSaysSo() {
        placements.whyNot = new Answer.NotItsTurn();
        placements.looksWithoutRoom = Integer.MAX_VALUE;

        assertThatExceptionOfType(ActivityFailure.class)
                .isThrownBy(() -> patiently(admission))
                .havingCause()
                .isInstanceOfSatisfying(
                        ApplicationFailure.class,
                        refused -> assertThat(refused.getOriginalMessage())
                                .isEqualTo(
                                        "waits for its turn: a task that came before it, or is more urgent, is waiting for"
                                                + " room on host host-a"));
    }

    @ParameterizedTest
    @CsvSource({"0, 200", "10, 400", "490, 10000", "500, 10000"})
    void whoWaitsForItsProjectComesBackTheLaterTheMoreAreBeforeIt(int ahead, long milliseconds) {
        placements.whyNot = new Answer.ProjectFull(2, 2, ahead);
        placements.looksWithoutRoom = 1;

        assertThatExceptionOfType(ApplicationFailure.class)
                .isThrownBy(() -> admission.admit(TASK, WANTED, Promptness.fromNow()))
                .satisfies(refused -> {
                    assertThat(refused.getType()).isEqualTo("project_full");
                    assertThat(refused.isNonRetryable()).isFalse();
                    assertThat(refused.getNextRetryDelay()).isEqualTo(Duration.ofMillis(milliseconds));
                });
    }

    @Test
    void othersAreHeldUpOnlyForATaskThatStays() {
        admission.admit(TASK, WANTED, Promptness.fromNow());
        assertThat(placements.asked).extracting(Placements.Wish::stays).isEqualTo(false);

        patiently(admission);
        assertThat(placements.asked).extracting(Placements.Wish::stays).isEqualTo(true);
    }

    @Test
    void aTaskThatIsTooLargeForEveryHostIsRefusedByTheFieldsName() {
        assertThatExceptionOfType(ActivityFailure.class)
                .isThrownBy(() -> patiently(admission, LARGE))
                .havingCause()
                .isInstanceOfSatisfying(ApplicationFailure.class, refused -> {
                    assertThat(refused.getType()).isEqualTo("too_large");
                    assertThat(refused.getOriginalMessage()).startsWith("limits.cpus: 8.0 is more than");
                    assertThat(refused.isNonRetryable()).isTrue();
                });
    }

    @Test
    void aTaskThatIsTooLargeForThisHostOnlyWaitsForAnother() {
        thereIsALargerHost = true;

        assertThatExceptionOfType(ActivityFailure.class)
                .isThrownBy(() -> patiently(admission, LARGE))
                .havingCause()
                .isInstanceOfSatisfying(ApplicationFailure.class, refused -> {
                    assertThat(refused.getOriginalMessage())
                            .isEqualTo("waits for a larger host: limits.cpus: 8.0 is more than host host-a gives to all"
                                    + " its tasks (4.0)");
                    assertThat(refused.isNonRetryable()).isFalse();
                    assertThat(refused.getNextRetryDelay()).isEqualTo(Duration.ofSeconds(1));
                });
        assertThat(placements.asked).isNull();
    }

    @Test
    void aTaskThatIsTooLargeForTheFirstHostIsHandedOver() {
        thereIsALargerHost = true;

        assertThatExceptionOfType(ApplicationFailure.class)
                .isThrownBy(() -> admission.admit(TASK, LARGE, Promptness.fromNow()))
                .satisfies(handed -> assertThat(handed.getType()).isEqualTo(SandboxActivities.HANDED_OVER));
    }

    private static String patiently(Admission admission) {
        return patiently(admission, WANTED);
    }

    /** By an activity that heartbeats. */
    private static String patiently(Admission admission, Reservation wanted) {
        TestActivityEnvironment environment = TestActivityEnvironment.newInstance();
        environment.registerActivitiesImplementations((Reserving) () -> {
            try (Pulse pulse = Pulse.of(Activity.getExecutionContext())) {
                return admission.admit(TASK, wanted, pulse).host();
            }
        });
        ActivityOptions once = ActivityOptions.newBuilder()
                .setStartToCloseTimeout(Duration.ofMinutes(1))
                .setRetryOptions(RetryOptions.newBuilder().setMaximumAttempts(1).build())
                .build();
        try {
            return environment.newActivityStub(Reserving.class, once).host();
        } finally {
            environment.close();
        }
    }

    @ActivityInterface
    public interface Reserving {
        String host();
    }

    @Test
    void aTaskIsNotTakenOffALostHostWhereACommandMayHaveBeenBegun() {
        placements.stays = true;

        assertThatExceptionOfType(ApplicationFailure.class)
                .isThrownBy(() -> admission.leave(new LeaveRequest(TASK.taskId(), "host-b")))
                .satisfies(refused -> {
                    assertThat(refused.getType()).isEqualTo(SandboxActivities.COMMAND_BEGUN);
                    assertThat(refused.isNonRetryable()).isTrue();
                    assertThat(refused.getOriginalMessage())
                            .startsWith("host host-b is gone")
                            .endsWith("not run again");
                });
    }

    private final class Disk implements Sandboxes {
        @Override
        public Optional<String> shortOfDisk() {
            return shortOfDisk;
        }

        @Override
        public Choice choose(TaskSpec spec, Progress progress) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void check(StepSpec step, Limits limits) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SandboxProvider of(Executor executor) {
            throw new UnsupportedOperationException();
        }
    }

    private final class Larger implements Hosts {
        @Override
        public void announce(String host, Placements.Room room) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean anotherHas(String host, Limits limits) {
            assertThat(host).isEqualTo(WANTED.host());
            return thereIsALargerHost;
        }
    }

    private static final class Rows implements Placements {
        private final Map<TaskId, Reservation> places = new HashMap<>();
        private @Nullable Begun done;
        private int looksWithoutRoom;
        private Answer whyNot = new Answer.NoRoom("cpus", 4, 4, false);
        private @Nullable Wish asked;
        private boolean stays;

        @Override
        public Answer place(Wish wish) {
            asked = wish;
            if (done != null) {
                return new Answer.Left(done);
            }
            if (looksWithoutRoom > 0) {
                looksWithoutRoom--;
                return whyNot;
            }
            if (!places.containsKey(wish.taskId()) && wish.room().disk() < 0) {
                return new Answer.NoRoom("disk", 0, wish.room().disk(), false);
            }
            return new Answer.Placed(places.computeIfAbsent(wish.taskId(), id -> wish.reservation()));
        }

        @Override
        public OptionalLong beginStep(TaskId taskId, String host, String stepKey, boolean repeatable) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<Answer> giveUp(TaskId taskId, ProjectId project) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean leave(TaskId taskId, @Nullable Begun begun) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean move(TaskId taskId, String host) {
            return !stays;
        }

        @Override
        public List<TaskId> placedBefore(Instant time) {
            throw new UnsupportedOperationException();
        }
    }
}
