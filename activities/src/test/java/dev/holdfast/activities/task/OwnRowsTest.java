package dev.holdfast.activities.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.Leases;
import dev.holdfast.activities.history.Placements;
import dev.holdfast.activities.history.TestPostgres;
import dev.holdfast.activities.pool.PoolConfig;
import dev.holdfast.activities.pool.Profile;
import dev.holdfast.activities.pool.WarmPool;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.contract.Command;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.Network;
import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.ResourceUsage;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskState;
import dev.holdfast.workflows.AtOnce;
import dev.holdfast.workflows.Begun;
import dev.holdfast.workflows.DoneAtOnce;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import dev.holdfast.workflows.Reservation;
import dev.holdfast.workflows.Sandbox;
import dev.holdfast.workflows.SandboxActivities.BeginRequest;
import dev.holdfast.workflows.SandboxActivities.ReleaseRequest;
import dev.holdfast.workflows.TaskRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a worker writes of a task that it did at once, in a sandbox that goes back to the pool. */
class OwnRowsTest {
    private static final Profile PROFILE = new Profile(Executor.DOCKER, "debian", Limits.DEFAULTS, Network.NONE);

    @RegisterExtension
    static final TestPostgres postgres = TestPostgres.start();

    private final Host host = new Host(UUID.randomUUID().toString());
    private final TaskRequest task = new TaskRequest(
            new TaskId(UUID.randomUUID().toString()), TaskSpec.of(StepSpec.of(Command.of("true"))), "test");
    private final HistoryDatabase history = postgres.database();
    private final Listeners listeners = new Listeners();
    private final Recyclable sandboxes = new Recyclable();
    private final OneStep here = new OneStep();
    private final BeginRequest beginning = new BeginRequest(task, 1, Duration.ofSeconds(30), null, Instant.now());
    private WarmPool pool;

    @BeforeEach
    void fillPool() {
        pool = new WarmPool(
                new PoolConfig(2, 1, Duration.ofMinutes(5), 3, 1, DataSize.ofMebibytes(1)),
                host.id(),
                history.leases(),
                executor -> sandboxes);
        pool.start(List.of(PROFILE));
        await().until(() -> idle() == 2);
    }

    @AfterEach
    void closePool() {
        pool.close();
    }

    @Test
    void theOnlyRowIsTheLastOneAndSaysThatTheSandboxIsBack() {
        try (Listeners.Listener listener = listeners.listen(task.taskId())) {
            Begun begun = doAtOnce();

            assertThat(begun.finished()).isNotNull();
            assertThat(begun.told()).isTrue();
            assertThat(listener.result()).isCompletedWithValue(row());
        }
        assertThat(row().state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(row().cleanup().state()).isEqualTo(Receipt.State.CLEAN);
        assertThat(leases()).isEmpty();
        assertThat(pool.statistics().recycled()).isEqualTo(1);
    }

    @Test
    void aSandboxThatIsNotCleanIsLeftToBeRemovedAndWhoWaitsIsTold() {
        sandboxes.refusal = new SandboxException(SandboxError.REFUSED, "a process is left");

        try (Listeners.Listener listener = listeners.listen(task.taskId())) {
            Begun begun = doAtOnce();

            assertThat(begun.finished()).isNull();
            assertThat(begun.told()).isTrue();
            assertThat(listener.result()).isCompletedWithValue(row());
        }
        assertThat(row().state()).isEqualTo(TaskState.RELEASING);
        assertThat(leases()).hasSize(1);
    }

    @Test
    void whoTakesItUpAfterTheWorkerDiedBeforeTheRowWasWrittenDoesNotRunItAgain() {
        sandboxes.refusal = new IllegalStateException("the worker dies while its sandbox is cleared");

        Begun unheard = doAtOnce();

        assertThat(unheard.told()).isFalse();
        assertThat(history.tasks().find(task.taskId())).isEmpty();
        Placements.Answer next = place();
        assertThat(next).isEqualTo(new Placements.Answer.Left(unheard));
        assertThat(here.runs).isEqualTo(1);
    }

    @Test
    void aTaskThatHadLeftItsPlaceMeanwhileIsNotToldOf() {
        here.meanwhile = () -> history.placements().leave(task.taskId());

        assertThat(doAtOnce().told()).isFalse();
        assertThat(history.tasks().find(task.taskId())).isEmpty();
        assertThat(sandboxes.recycled).isZero();
    }

    @Test
    void whoReleasesATaskWhoseSandboxIsBackMeanwhileDoesNotRemoveIt() {
        CompletableFuture<Receipt> released = new CompletableFuture<>();
        sandboxes.meanwhile = () -> {
            // It has seen that the sandbox is the task's, and lets the one that gives it back pass first.
            Thread other = Thread.ofPlatform().start(() -> released.complete(releaseAgain(whatWasKept())));
            await().until(() -> other.getState() == Thread.State.TIMED_WAITING);
        };

        Begun begun = pool.calm().during(this::doAtOnce);

        assertThat(released.join().state()).isEqualTo(Receipt.State.CLEAN);
        assertThat(begun.finished()).isNotNull();
        assertThat(sandboxes.destroyed).containsExactly(SandboxId.of(task.taskId()));
        assertThat(idle()).isEqualTo(2);
        assertThat(history.leases().ofHost(host.id())).hasSize(2);
    }

    @Test
    void aSandboxThatIsRemovedWhileItIsClearedDoesNotGoBackToThePool() {
        sandboxes.meanwhile = () -> releaseAgain(null);

        Begun begun = doAtOnce();

        assertThat(begun.finished()).isNull();
        assertThat(sandboxes.destroyed)
                .containsExactly(
                        new SandboxId(Objects.requireNonNull(begun.sandbox()).id()));
        assertThat(pool.statistics().recycled()).isZero();
        assertThat(leases()).isEmpty();
    }

    private Begun whatWasKept() {
        return Objects.requireNonNull(((Placements.Answer.Left) place()).begun());
    }

    private Receipt releaseAgain(@Nullable Begun begun) {
        HistoryEntry ending = DoneAtOnce.row(beginning, whatWasKept()).orElseThrow();
        return release().release(new ReleaseRequest(task.taskId(), TestReservations.on(host), ending, begun));
    }

    @Test
    void whatWasNotToldIsKeptWithTheResultsThatItsRowBrings() {
        Begun begun = new AtOnce(here, beginning, Clock.systemUTC()).begin();
        HistoryEntry ending = DoneAtOnce.row(beginning, begun).orElseThrow();
        Begun bare = begun.withResultsOf(ending.task().withSteps(List.of()));

        release().release(new ReleaseRequest(task.taskId(), TestReservations.on(host), ending, bare));

        assertThat(bare.steps()).isEmpty();
        assertThat(place()).isEqualTo(new Placements.Answer.Left(begun));
    }

    private Begun doAtOnce() {
        HistoryWriter rows = new HistoryWriter(history.tasks(), history.placements(), ended -> {});
        return new OwnRows(history, rows, release(), listeners)
                .tell(beginning, new AtOnce(here, beginning, Clock.systemUTC()));
    }

    private Release release() {
        return new Release(host, new OnlySandboxes(sandboxes), history, pool);
    }

    private int idle() {
        return pool.statistics().idle().values().stream()
                .mapToInt(Integer::intValue)
                .sum();
    }

    private Placements.Answer place() {
        return history.placements()
                .place(new Placements.Wish(
                        task.taskId(),
                        task.spec().project(),
                        TestReservations.on(host),
                        new Placements.Room(100, Long.MAX_VALUE / 4, Long.MAX_VALUE / 4),
                        null,
                        3,
                        false));
    }

    private TaskResult row() {
        return history.tasks().find(task.taskId()).orElseThrow();
    }

    private List<Leases.Lease> leases() {
        return history.leases().ofTask(task.taskId());
    }

    private static final class Recyclable extends HandlesOnly {
        private @Nullable RuntimeException refusal;
        private final Queue<SandboxId> destroyed = new ConcurrentLinkedQueue<>();
        private Runnable meanwhile = () -> {};
        private int recycled;

        @Override
        public SandboxHandle recycle(SandboxHandle handle) {
            meanwhile.run();
            if (refusal != null) {
                throw refusal;
            }
            recycled++;
            return handle.withGeneration(recycled);
        }

        @Override
        public Receipt destroy(SandboxId id) {
            destroyed.add(id);
            return new Receipt(Receipt.State.CLEAN, id.value(), Instant.now(), List.of(), List.of());
        }
    }

    /** A host on which a task of one step succeeds at once, in a sandbox of the pool. */
    private final class OneStep extends RefusingActivities {
        private Runnable meanwhile = () -> {};
        private int runs;

        @Override
        public Reservation reserve(TaskRequest request) {
            assertThat(place()).isInstanceOf(Placements.Answer.Placed.class);
            return TestReservations.on(host);
        }

        @Override
        public Sandbox acquire(AcquireRequest request) {
            SandboxHandle handle =
                    pool.claim(PROFILE, task.spec().project(), task.taskId()).orElseThrow();
            return new Sandbox(handle.id().value(), handle.toJson(), null, true);
        }

        @Override
        public StepResult runStep(RunStepRequest request) {
            runs++;
            meanwhile.run();
            return new StepResult(
                    "step-1",
                    List.of("true"),
                    OutcomeKind.EXITED,
                    0,
                    null,
                    null,
                    "",
                    "",
                    false,
                    0,
                    0,
                    0,
                    Instant.now(),
                    Instant.now(),
                    1,
                    1,
                    ResourceUsage.UNKNOWN);
        }

        @Override
        public Collected collect(CollectRequest request) {
            return new Collected(List.of(), 0, List.of());
        }
    }
}
