package dev.holdfast.activities.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.holdfast.activities.history.Placements;
import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.workflows.Begun;
import dev.holdfast.workflows.Reservation;
import dev.holdfast.workflows.TaskRequest;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the database does with a wish is tried in PlacementsTest; here, what a host asks of it. */
class AdmissionTest {
    private static final TaskRequest TASK = new TaskRequest(new TaskId("t1"), TaskSpec.of(), "test");
    private static final Reservation WANTED = new Reservation(
            "host-a",
            "queue-a",
            Executor.DOCKER,
            "asked for",
            "debian",
            Limits.DEFAULTS,
            Duration.ofMinutes(5),
            Duration.ofSeconds(5),
            DataSize.ofMebibytes(64),
            Duration.ofSeconds(60),
            List.of());

    private final Rows placements = new Rows();
    private Optional<String> shortOfDisk = Optional.empty();

    private final Admission admission = new Admission(
            new Capacity(4, DataSize.ofGibibytes(8), DataSize.ofGibibytes(100), null), new Disk(), placements);

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

    private static final class Rows implements Placements {
        private final Map<TaskId, Reservation> places = new HashMap<>();
        private @Nullable Begun done;

        @Override
        public Answer place(Wish wish) {
            if (done != null) {
                return new Answer.Left(done);
            }
            if (!places.containsKey(wish.taskId()) && wish.room().disk() < 0) {
                return new Answer.NoRoom("disk", 0, wish.room().disk());
            }
            return new Answer.Placed(places.computeIfAbsent(wish.taskId(), id -> wish.reservation()));
        }

        @Override
        public OptionalLong storedUpTo(TaskId taskId, String host, String stepKey) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<Answer> giveUp(TaskId taskId, ProjectId project) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void leave(TaskId taskId, @Nullable Begun begun) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void move(TaskId taskId, String host) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<TaskId> placedBefore(Instant time) {
            throw new UnsupportedOperationException();
        }
    }
}
