package dev.holdfast.activities.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.activities.history.Placements.Answer;
import dev.holdfast.activities.history.Placements.Room;
import dev.holdfast.activities.history.Placements.Wish;
import dev.holdfast.activities.task.Host;
import dev.holdfast.activities.task.TestReservations;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import dev.holdfast.workflows.Reservation;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** In which order tasks get what becomes free: of a host, and of what their project may have. */
class WaitingTest {
    private static final int CPUS = 4;
    private static final Room ROOM = new Room(
            CPUS, DataSize.ofGibibytes(100).bytes(), DataSize.ofGibibytes(1000).bytes());
    private static final Answer FULL = new Answer.NoRoom("cpus", CPUS, CPUS, false);
    private static final Answer NOT_ITS_TURN = new Answer.NotItsTurn();
    private static final int URGENT = 1;
    private static final int USUAL = 3;

    @RegisterExtension
    static final TestPostgres postgres = TestPostgres.start();

    private static final Placements placements = postgres.database().placements();

    @BeforeEach
    void nobodyIsAnywhere() throws SQLException {
        // The first use makes the tables.
        assertThat(postgres.database().healthy()).isTrue();
        postgres.execute("truncate placements, waiting");
    }

    @Test
    void aLargeUrgentTaskGetsInThoughSmallOnesKeepComing() {
        fillUp("h");
        Task large = task("large").wanting(CPUS).urgent();

        assertThat(large.asks()).isEqualTo(FULL);
        for (int i = 0; i < CPUS; i++) {
            leave("h-" + i);
            assertThat(task("small-" + i).asks()).isEqualTo(NOT_ITS_TURN);
            int still = CPUS - 1 - i;
            assertThat(large.asks())
                    .isEqualTo(
                            still > 0
                                    ? new Answer.NoRoom("cpus", still, CPUS, true)
                                    : new Answer.Placed(large.reservation()));
        }
    }

    @Test
    void whoHasWaitedLongerGetsInFirst() {
        fillUp("h");
        assertThat(task("first").asks()).isEqualTo(FULL);
        assertThat(task("second").asks()).isEqualTo(FULL);
        leave("h-0");

        assertThat(task("newcomer").asks()).isEqualTo(NOT_ITS_TURN);
        assertThat(task("second").asks()).isEqualTo(NOT_ITS_TURN);
        assertThat(task("first").asks()).isInstanceOf(Answer.Placed.class);
    }

    @Test
    void whoIsMoreUrgentGetsInBeforeThoseThatWait() {
        fillUp("h");
        task("usual").asks();
        leave("h-0");

        assertThat(task("urgent").urgent().asks()).isInstanceOf(Answer.Placed.class);
        assertThat(task("usual").asks()).isEqualTo(FULL);
    }

    @Test
    void whoDoesNotStayHoldsNobodyUp() {
        fillUp("h");
        assertThat(task("hurried").passingBy().asks()).isEqualTo(FULL);
        leave("h-0");

        assertThat(task("newcomer").asks()).isInstanceOf(Answer.Placed.class);
    }

    @Test
    void whoHasJustComeIsNotLetInBeforeThoseThatWaitThoughItDoesNotStay() {
        fillUp("h");
        task("waiting").asks();
        leave("h-0");

        assertThat(task("hurried").passingBy().asks()).isEqualTo(NOT_ITS_TURN);
    }

    @Test
    void aTaskThatComesNoMoreHoldsOthersUpOnlyForAWhile() throws SQLException {
        fillUp("h");
        task("terminated").asks();
        leave("h-0");
        assertThat(task("next").asks()).isEqualTo(NOT_ITS_TURN);

        later("6 seconds");

        assertThat(task("next").asks()).isInstanceOf(Answer.Placed.class);
    }

    @Test
    void aTaskThatGivesUpHoldsNobodyUp() {
        fillUp("h");
        task("given-up").asks();
        leave("h-0");

        placements.giveUp(new TaskId("given-up"), new ProjectId("p"));

        assertThat(task("next").asks()).isInstanceOf(Answer.Placed.class);
    }

    @Test
    void aTaskThatWasPlacedOnAnotherHostIsWaitedForNoMore() {
        fillUp("h");
        task("one").asks();
        leave("h-0");

        assertThat(task("one").on("another").asks()).isInstanceOf(Answer.Placed.class);
        assertThat(task("two").asks()).isInstanceOf(Answer.Placed.class);
    }

    @Test
    void whoeverWaitsKeepsItsTurnWhateverHostItAsks() {
        fillUp("h");
        fillUp("another");
        task("one").asks();
        task("two").on("another").asks();
        task("one").on("another").asks();
        leave("another-0");

        assertThat(task("two").on("another").asks()).isEqualTo(NOT_ITS_TURN);
    }

    @Test
    void aProjectsSlotsAreGivenByPriorityAndThenByAge() {
        Task first = task("first").urgent().limited(1);
        Task second = task("second").limited(1);
        Task third = task("third").limited(1);
        assertThat(task("running").limited(1).asks()).isInstanceOf(Answer.Placed.class);
        assertThat(second.asks()).isEqualTo(new Answer.ProjectFull(1, 1, 0));
        assertThat(third.asks()).isEqualTo(new Answer.ProjectFull(1, 1, 1));
        assertThat(first.asks()).isEqualTo(new Answer.ProjectFull(1, 1, 0));

        leave("running");
        assertThat(third.asks()).isEqualTo(new Answer.ProjectFull(0, 1, 2));
        assertThat(second.asks()).isEqualTo(new Answer.ProjectFull(0, 1, 1));
        assertThat(first.asks()).isInstanceOf(Answer.Placed.class);

        leave("first");
        assertThat(task("newcomer").limited(1).asks()).isEqualTo(new Answer.ProjectFull(0, 1, 2));
        assertThat(third.asks()).isEqualTo(new Answer.ProjectFull(0, 1, 1));
        assertThat(second.asks()).isInstanceOf(Answer.Placed.class);
    }

    @Test
    void whoWaitsForItsProjectHasARightToOneSlotAndNotToMore() {
        task("running-1").limited(2).asks();
        task("running-2").limited(2).asks();
        task("waiting").limited(2).asks();
        leave("running-1");
        leave("running-2");

        assertThat(task("newcomer").limited(2).asks()).isInstanceOf(Answer.Placed.class);
        assertThat(task("another").limited(2).asks()).isEqualTo(new Answer.ProjectFull(1, 2, 1));
        assertThat(task("waiting").limited(2).asks()).isInstanceOf(Answer.Placed.class);
    }

    @Test
    void aProjectAtItsLimitHoldsNobodyOfAnotherUp() {
        fillUp("h");
        task("running").on("another").limited(1).asks();
        assertThat(task("waiting").limited(1).asks()).isInstanceOf(Answer.ProjectFull.class);
        leave("h-0");

        assertThat(task("other").of("q").limited(1).asks()).isInstanceOf(Answer.Placed.class);
    }

    @Test
    void aTaskKeepsItsProjectsSlotWhileItWaitsForRoom() {
        fillUp("h");
        assertThat(task("waiting").limited(1).asks()).isEqualTo(FULL);

        assertThat(task("newcomer").on("another").limited(1).asks()).isEqualTo(new Answer.ProjectFull(0, 1, 1));
        assertThat(task("urgent").on("another").urgent().limited(1).asks()).isInstanceOf(Answer.Placed.class);
        leave("h-0");
        assertThat(task("waiting").limited(1).asks()).isEqualTo(new Answer.ProjectFull(1, 1, 0));
        assertThat(task("other").of("q").asks()).as("no room is kept for it").isInstanceOf(Answer.Placed.class);
    }

    @Test
    void aTaskOfAProjectThatComesNoMoreHoldsItUpOnlyForAWhile() throws SQLException {
        task("running").limited(1).asks();
        task("terminated").limited(1).asks();
        leave("running");
        later("11 seconds");
        assertThat(task("next").limited(1).asks())
                .as("the longest delay of who still waits")
                .isEqualTo(new Answer.ProjectFull(0, 1, 1));

        later("20 seconds");

        assertThat(task("next").limited(1).asks()).isInstanceOf(Answer.Placed.class);
    }

    @Test
    void whatNobodyAsksForAnyMoreIsForgotten() throws SQLException {
        fillUp("h");
        task("terminated").asks();
        later("2 hours");
        task("another").asks();

        assertThat(waiting()).containsExactly("another");
    }

    @Test
    void ofManyThatAskAtOnceEachGetsInAndNeverMoreThanFit() {
        Map<String, Integer> taken = new ConcurrentHashMap<>();
        List<CompletableFuture<Void>> all = IntStream.range(0, 60)
                .mapToObj(i -> task("many-" + i)
                        .on("host-" + i % 2)
                        .of("p" + i % 3)
                        .limited(3)
                        .wanting(1 + i % CPUS)
                        .priority(1 + i % 5))
                .map(task -> CompletableFuture.runAsync(
                        () -> live(task, taken), work -> Thread.ofVirtual().start(work)))
                .toList();

        assertThat(CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)))
                .succeedsWithin(60, TimeUnit.SECONDS);
        assertThat(waiting()).isEmpty();
    }

    private static void live(Task task, Map<String, Integer> taken) {
        while (!(task.asks() instanceof Answer.Placed)) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        taken.merge("on " + task.host, task.cpus, (a, b) -> atMost(CPUS, a + b));
        taken.merge("of " + task.project, 1, (a, b) -> atMost(3, a + b));
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        taken.merge("of " + task.project, -1, Integer::sum);
        taken.merge("on " + task.host, -task.cpus, Integer::sum);
        leave(task.id);
    }

    private static int atMost(int limit, int taken) {
        assertThat(taken).isLessThanOrEqualTo(limit);
        return taken;
    }

    private static void fillUp(String host) {
        for (int i = 0; i < CPUS; i++) {
            assertThat(task(host + "-" + i).on(host).of("others").asks()).isInstanceOf(Answer.Placed.class);
        }
    }

    private static void leave(String task) {
        placements.leave(new TaskId(task));
    }

    private static void later(String time) throws SQLException {
        postgres.execute(
                "update waiting set since = since - interval '%1$s', until = until - interval '%1$s'".formatted(time));
    }

    private static List<String> waiting() {
        List<String> tasks = new ArrayList<>();
        try (Connection connection = postgres.connection();
                ResultSet rows = connection.createStatement().executeQuery("select task_id from waiting")) {
            while (rows.next()) {
                tasks.add(rows.getString(1));
            }
            return tasks;
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static Task task(String id) {
        return new Task(id, "h", "p", 1, USUAL, null, true);
    }

    private record Task(
            String id,
            String host,
            String project,
            int cpus,
            int priority,
            @Nullable Integer limit,
            boolean stays) {
        Task on(String other) {
            return new Task(id, other, project, cpus, priority, limit, stays);
        }

        Task of(String other) {
            return new Task(id, host, other, cpus, priority, limit, stays);
        }

        Task wanting(int more) {
            return new Task(id, host, project, more, priority, limit, stays);
        }

        Task priority(int other) {
            return new Task(id, host, project, cpus, other, limit, stays);
        }

        Task urgent() {
            return priority(URGENT);
        }

        Task limited(int most) {
            return new Task(id, host, project, cpus, priority, most, stays);
        }

        Task passingBy() {
            return new Task(id, host, project, cpus, priority, limit, false);
        }

        Reservation reservation() {
            return TestReservations.on(new Host(host), Limits.DEFAULTS.withCpus((double) cpus));
        }

        Answer asks() {
            return placements.place(
                    new Wish(new TaskId(id), new ProjectId(project), reservation(), ROOM, limit, priority, stays));
        }
    }
}
