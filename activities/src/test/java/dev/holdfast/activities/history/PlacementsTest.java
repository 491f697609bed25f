package dev.holdfast.activities.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.activities.history.Placements.Answer;
import dev.holdfast.activities.history.Placements.Room;
import dev.holdfast.activities.history.Placements.Wish;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskState;
import dev.holdfast.workflows.Begun;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import dev.holdfast.workflows.Reservation;
import dev.holdfast.workflows.Sandbox;
import dev.holdfast.workflows.SandboxActivities.Collected;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PlacementsTest {
    private static final Room ROOM = new Room(
            4, DataSize.ofGibibytes(100).bytes(), DataSize.ofGibibytes(1000).bytes());

    @RegisterExtension
    static final TestPostgres postgres = TestPostgres.start();

    private static final Placements placements = postgres.database().placements();

    @Test
    void whoeverAsksAgainIsToldTheFirstHost() {
        Answer first = placements.place(wish("again", "host-a", "p1", ROOM, null));
        Answer second = placements.place(wish("again", "host-b", "p1", ROOM, null));

        assertThat(first).isEqualTo(new Answer.Placed(reservation("host-a")));
        assertThat(second).isEqualTo(first);
        assertThat(placements.storedUpTo(new TaskId("again"), "host-a", "s1-a1"))
                .hasValue(0);
        assertThat(placements.storedUpTo(new TaskId("again"), "host-b", "s1-a1"))
                .isEmpty();
    }

    @Test
    void ofTwentyHostsAtOnceOneGetsTheTask() {
        List<Answer> answers = IntStream.range(0, 20)
                .parallel()
                .mapToObj(i -> placements.place(wish("contested", "host-" + i, "p2", ROOM, null)))
                .toList();

        assertThat(answers).hasSize(20).containsOnly(answers.get(0));
        assertThat(answers.get(0)).isInstanceOf(Answer.Placed.class);
    }

    @Test
    void aHostTakesNoMoreThanItHasRoomFor() {
        List<Answer> answers = IntStream.range(0, 10)
                .parallel()
                .mapToObj(i -> placements.place(wish("many-" + i, "small", "p3", ROOM, null)))
                .toList();

        assertThat(answers.stream().filter(Answer.Placed.class::isInstance)).hasSize(4);
        assertThat(answers.stream().filter(Answer.NoRoom.class::isInstance))
                .hasSize(6)
                .containsOnly(new Answer.NoRoom("cpus", 4, 4));
        placements.leave(taken(answers));
        assertThat(placements.place(wish("late", "small", "p3", ROOM, null))).isInstanceOf(Answer.Placed.class);
    }

    private static TaskId taken(List<Answer> answers) {
        return IntStream.range(0, answers.size())
                .filter(i -> answers.get(i) instanceof Answer.Placed)
                .mapToObj(i -> new TaskId("many-" + i))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void memoryAndDiskCountToo() {
        Room littleMemory = new Room(100, DataSize.ofGibibytes(1).bytes(), ROOM.disk());
        Room littleDisk = new Room(100, ROOM.memory(), DataSize.ofGibibytes(1).bytes());

        assertThat(placements.place(wish("m", "poor", "p4", littleMemory, null)))
                .isInstanceOfSatisfying(
                        Answer.NoRoom.class, no -> assertThat(no.resource()).isEqualTo("memory"));
        assertThat(placements.place(wish("d", "poor", "p4", littleDisk, null)))
                .isInstanceOfSatisfying(
                        Answer.NoRoom.class, no -> assertThat(no.resource()).isEqualTo("disk"));
    }

    @Test
    void aTaskThatGivesUpLearnsWhereItIs() {
        placements.place(wish("given-up", "host-u", "p5", ROOM, null));

        assertThat(placements.giveUp(new TaskId("given-up"), new ProjectId("p5")))
                .contains(new Answer.Placed(reservation("host-u")));
    }

    @Test
    void aTaskThatGivesUpBeforeItHadAPlaceNeverGetsOne() {
        assertThat(placements.giveUp(new TaskId("nowhere"), new ProjectId("p5")))
                .isEmpty();

        assertThat(placements.place(wish("nowhere", "host-v", "p5", ROOM, null)))
                .isEqualTo(new Answer.Left(null));
    }

    @Test
    void aProjectsLimitCountsOverAllHosts() {
        placements.place(wish("one", "host-c", "p5", ROOM, 2));
        placements.place(wish("two", "host-d", "p5", ROOM, 2));

        assertThat(placements.place(wish("three", "host-e", "p5", ROOM, 2))).isEqualTo(new Answer.ProjectFull(2, 2));
        assertThat(placements.place(wish("other", "host-e", "p6", ROOM, 2))).isInstanceOf(Answer.Placed.class);
    }

    @Test
    void aTaskThatLeftIsNeverPlacedAgain() {
        placements.place(wish("gone", "host-f", "p7", ROOM, null));
        placements.leave(new TaskId("gone"));

        assertThat(placements.place(wish("gone", "host-f", "p7", ROOM, null))).isEqualTo(new Answer.Left(null));
        assertThat(placements.storedUpTo(new TaskId("gone"), "host-f", "s1-a1")).isEmpty();
        assertThat(placements.placedBefore(Instant.now().plusSeconds(60))).doesNotContain(new TaskId("gone"));
    }

    @Test
    void whatWasDoneOfATaskIsKnownToWhoeverPlacesItOrGivesItUp() {
        TaskId done = new TaskId("done");
        placements.place(wish("done", "host-g", "p9", ROOM, null));
        Begun begun = begun("host-g");
        placements.leave(done, begun);
        placements.leave(done, begun("host-h"));

        assertThat(placements.place(wish("done", "host-h", "p9", ROOM, null))).isEqualTo(new Answer.Left(begun));
        assertThat(placements.giveUp(done, new ProjectId("p9"))).contains(new Answer.Left(begun));
    }

    @Test
    void aTaskThatIsDoneLeavesItsPlaceAndIsWrittenInOneMoment() {
        TaskId done = new TaskId("told");
        Begun begun = begun("host-i");
        HistoryEntry row = TestTasks.of("p9").entry("told", Instant.EPOCH);
        TaskHistory tasks = postgres.database().tasks();
        assertThat(tasks.recordDone(row, begun)).as("without a place").isFalse();
        assertThat(tasks.find(done)).isEmpty();
        placements.place(wish("told", "host-i", "p9", ROOM, null));

        assertThat(tasks.recordDone(row, begun)).isTrue();
        assertThat(tasks.recordDone(
                        TestTasks.of("p9").failed(OutcomeKind.LOST, 1).entry("told", Instant.EPOCH), begun))
                .as("a second time")
                .isFalse();

        assertThat(tasks.find(done)).contains(row.task());
        assertThat(placements.place(wish("told", "host-h", "p9", ROOM, null))).isEqualTo(new Answer.Left(begun));
    }

    private static Begun begun(String host) {
        return new Begun(
                reservation(host),
                new Sandbox("hf-1", "{}", "sha256:abc", true),
                Map.of(TaskState.ACQUIRING, Instant.parse("2026-01-01T00:00:00Z")),
                null,
                List.of(),
                new Collected(List.of(), 0, List.of("a warning")),
                null,
                false,
                Instant.parse("2026-01-01T00:00:01Z"),
                false,
                true,
                null);
    }

    @Test
    void aTaskWhoseHostIsGoneMayBePlacedOnAnother() {
        placements.place(wish("moving", "dead", "p8", ROOM, null));
        placements.move(new TaskId("moving"), "another");
        assertThat(placements.storedUpTo(new TaskId("moving"), "dead", "s1-a1")).hasValue(0);
        placements.move(new TaskId("moving"), "dead");

        assertThat(placements.place(wish("moving", "alive", "p8", ROOM, null)))
                .isEqualTo(new Answer.Placed(reservation("alive")));
    }

    private static Wish wish(String task, String host, String project, Room room, @Nullable Integer projectLimit) {
        return new Wish(new TaskId(task), new ProjectId(project), reservation(host), room, projectLimit);
    }

    private static Reservation reservation(String host) {
        return new Reservation(
                host,
                "queue-of-" + host,
                Executor.LOCAL,
                "asked for",
                null,
                Limits.DEFAULTS,
                Duration.ofMinutes(5),
                Duration.ofSeconds(5),
                DataSize.ofMebibytes(64),
                Duration.ofMinutes(2),
                List.of());
    }
}
