package dev.holdfast.activities.history;

import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.activities.history.Placements.Answer;
import dev.holdfast.activities.history.Placements.Room;
import dev.holdfast.activities.history.Placements.Wish;
import dev.holdfast.activities.task.Host;
import dev.holdfast.activities.task.TestReservations;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskState;
import dev.holdfast.workflows.Begun;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import dev.holdfast.workflows.Reservation;
import dev.holdfast.workflows.Sandbox;
import dev.holdfast.workflows.SandboxActivities.Collected;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlacementsTest {
    private static final Room ROOM = new Room(
            4, DataSize.ofGibibytes(100).bytes(), DataSize.ofGibibytes(1000).bytes());

    /** Each has a thread of its own, however few processors there are. */
    private static final java.util.concurrent.Executor BESIDE =
            work -> Thread.ofPlatform().start(work);

    @RegisterExtension
    static final TestPostgres postgres = TestPostgres.start();

    private static final Placements placements = postgres.database().placements();

    @Test
    void whoeverAsksAgainIsToldTheFirstHost() {
        Answer first = placements.place(wish("again", "host-a", "p1", ROOM, null));
        Answer second = placements.place(wish("again", "host-b", "p1", ROOM, null));

        assertThat(first).isEqualTo(new Answer.Placed(reservation("host-a")));
        assertThat(second).isEqualTo(first);
        assertThat(placements.beginStep(new TaskId("again"), "host-a", "s1-a1", false))
                .hasValue(0);
        assertThat(placements.beginStep(new TaskId("again"), "host-b", "s1-a1", false))
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
                .containsOnly(new Answer.NoRoom("cpus", 4, 4, false));
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

        assertThat(placements.place(wish("three", "host-e", "p5", ROOM, 2))).isEqualTo(new Answer.ProjectFull(2, 2, 0));
        assertThat(placements.place(wish("other", "host-e", "p6", ROOM, 2))).isInstanceOf(Answer.Placed.class);
    }

    @Test
    void aTaskThatLeftIsNeverPlacedAgain() {
        placements.place(wish("gone", "host-f", "p7", ROOM, null));
        placements.leave(new TaskId("gone"));

        assertThat(placements.place(wish("gone", "host-f", "p7", ROOM, null))).isEqualTo(new Answer.Left(null));
        assertThat(placements.beginStep(new TaskId("gone"), "host-f", "s1-a1", false))
                .isEmpty();
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
        TaskId moving = new TaskId("moving");
        placements.place(wish("moving", "dead", "p8", ROOM, null));
        placements.move(moving, "another");
        assertThat(placements.beginStep(moving, "dead", "s1-a1", true)).hasValue(0);
        assertThat(placements.move(moving, "dead")).isTrue();
        assertThat(placements.move(moving, "dead")).as("a second time").isTrue();

        assertThat(placements.place(wish("moving", "alive", "p8", ROOM, null)))
                .isEqualTo(new Answer.Placed(reservation("alive")));
    }

    @Test
    void aTaskOneOfWhoseCommandsMayNotBeRunAgainStaysWhereItWasAboutToBegin() {
        TaskId staying = new TaskId("staying");
        placements.place(wish("staying", "silent", "p8", ROOM, null));
        assertThat(placements.beginStep(staying, "silent", "s1-a1", true)).hasValue(0);
        assertThat(placements.beginStep(staying, "silent", "s2-a1", false)).hasValue(0);
        assertThat(placements.beginStep(staying, "silent", "s3-a1", false)).hasValue(0);

        assertThat(placements.move(staying, "silent")).isFalse();
        assertThat(placements.place(wish("staying", "alive", "p8", ROOM, null)))
                .isEqualTo(new Answer.Placed(reservation("silent")));
    }

    @Test
    void aTaskThatWasMovedBeginsItsStepsOnTheNextHostOnly() {
        TaskId moved = new TaskId("moved");
        placements.place(wish("moved", "asleep", "p8", ROOM, null));
        placements.move(moved, "asleep");
        placements.place(wish("moved", "next", "p8", ROOM, null));

        assertThat(placements.beginStep(moved, "asleep", "s1-a1", false)).isEmpty();
        assertThat(placements.move(moved, "next")).as("nothing was begun there").isTrue();
    }

    @Test
    void aTaskThatWasDoneBeforeItsHostWasLostIsNotKeptThere() {
        TaskId done = new TaskId("done-and-lost");
        placements.place(wish("done-and-lost", "late", "p8", ROOM, null));
        placements.beginStep(done, "late", "s1-a1", false);
        placements.leave(done, begun("late"));

        assertThat(placements.move(done, "late")).isTrue();
        assertThat(placements.place(wish("done-and-lost", "alive", "p8", ROOM, null)))
                .isEqualTo(new Answer.Left(begun("late")));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoBeginAStepAndWhoMovesTheTaskAtTheSameMomentAgree(boolean movesFirst) throws SQLException {
        TaskId task = new TaskId("raced-" + movesFirst);
        placements.place(wish(task.value(), "raced", "p8", ROOM, null));
        CompletableFuture<Boolean> moves;
        List<CompletableFuture<Boolean>> begin = new ArrayList<>();
        try (Connection first = postgres.connection()) {
            first.setAutoCommit(false);
            first.createStatement().execute("select from placements where task_id = '" + task + "' for update");
            if (!movesFirst) {
                begin.add(supplyAsync(() -> begins(task), BESIDE));
                awaitWaiting(1);
            }
            moves = supplyAsync(() -> placements.move(task, "raced"), BESIDE);
            awaitWaiting(movesFirst ? 1 : 2);
            begin.add(supplyAsync(() -> begins(task), BESIDE));
            awaitWaiting(movesFirst ? 2 : 3);
        }

        assertThat(moves.join()).isEqualTo(movesFirst);
        assertThat(begin).extracting(CompletableFuture::join).containsOnly(!movesFirst);
    }

    private static boolean begins(TaskId task) {
        return placements.beginStep(task, "raced", "s1-a1", false).isPresent();
    }

    private static void awaitWaiting(int many) {
        await().until(() -> {
            try (Connection connection = postgres.connection();
                    ResultSet waiting = connection.createStatement().executeQuery("""
                            select count(*) from pg_stat_activity where wait_event_type = 'Lock'""")) {
                return waiting.next() && waiting.getInt(1) == many;
            }
        });
    }

    @Test
    void aLeaseIsInUseWhereItsTaskHasItsPlaceAndUntilItLeaves() {
        Leases leases = postgres.database().leases();
        leases.take(lease("hf-in-use", "in-use", "host-w"));
        leases.take(lease("hf-left-behind", "in-use", "host-x"));
        leases.take(lease("hf-in-the-pool", null, "host-w"));
        placements.place(wish("in-use", "host-w", "p7", ROOM, null));

        assertThat(leases.inUse("host-w")).extracting(Leases.Lease::sandboxId).containsExactly("hf-in-use");
        assertThat(leases.inUse("host-x")).isEmpty();

        placements.leave(new TaskId("in-use"));

        assertThat(leases.inUse("host-w")).isEmpty();
    }

    @Test
    void whatATaskHadOnAHostThatWasLostIsNotKeptAliveWhenItComesBackThere() {
        Leases leases = postgres.database().leases();
        TaskId task = new TaskId("back-again");
        placements.place(wish("back-again", "host-y", "p7", ROOM, null));
        leases.take(lease("hf-before", "back-again", "host-y"));

        placements.move(task, "host-y");
        placements.place(wish("back-again", "host-y", "p7", ROOM, null));
        leases.take(lease("hf-now", "back-again", "host-y"));

        assertThat(leases.inUse("host-y")).extracting(Leases.Lease::sandboxId).containsExactly("hf-now");
        assertThat(leases.ofTask(task))
                .filteredOn(Leases.Lease::abandoned)
                .extracting(Leases.Lease::sandboxId)
                .containsExactly("hf-before");
    }

    private static Leases.Lease lease(String sandbox, @Nullable String task, String host) {
        Instant now = Instant.now();
        return new Leases.Lease(
                sandbox, task == null ? null : new TaskId(task), host, Executor.LOCAL, now, now.plusSeconds(60));
    }

    private static Wish wish(String task, String host, String project, Room room, @Nullable Integer projectLimit) {
        return new Wish(new TaskId(task), new ProjectId(project), reservation(host), room, projectLimit, 3, false);
    }

    private static Reservation reservation(String host) {
        return TestReservations.on(new Host(host));
    }
}
