package dev.holdfast.workflows;

import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.ResourceUsage;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskState;
import dev.holdfast.contract.rest.WorkspacePage;
import io.temporal.activity.Activity;
import io.temporal.failure.ApplicationFailure;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A host whose behaviour is written into the command: {@code exit N}, {@code hang}, {@code flaky}. A phase named in
 * {@link #broken} fails for good, one in {@link #slow} hangs until the activity is cancelled.
 */
final class FakeHost implements SandboxActivities, HistoryActivities {
    static final String QUEUE = "holdfast-host-fake";

    final Set<String> broken = ConcurrentHashMap.newKeySet();
    final Set<String> slow = ConcurrentHashMap.newKeySet();
    final List<String> calls = new CopyOnWriteArrayList<>();
    final Map<TaskId, HistoryEntry> rows = new ConcurrentHashMap<>();

    /** What a real host would write before the workflow hears of it. */
    final Map<TaskId, HistoryEntry> told = new ConcurrentHashMap<>();

    /** What the workflow wants to be written when the sandbox is given back. */
    final Map<TaskId, HistoryEntry> endings = new ConcurrentHashMap<>();

    /** What was written with that. */
    final Map<TaskId, HistoryEntry> lastRows = new ConcurrentHashMap<>();

    /** What every command writes on each of its streams. */
    volatile String stdout = "out";

    volatile String stderr = "";

    volatile boolean closed;

    /** Sandboxes come from a pool that takes them back at once. */
    volatile boolean recycles;

    /** The workflow's worker is not the sandbox's host. */
    volatile boolean away;

    /** A worker placed the task and died before anybody heard of it. */
    volatile boolean placedUnheard;

    /** A worker did all of the task and died before anybody heard of it. */
    volatile boolean doneUnheard;

    /** A worker is at the task, so many of whose steps have ended, and the workflow had to begin anew. */
    volatile boolean stillAt;

    volatile int stillAtSteps;

    /** The phase in which the first host is gone for good; none when empty. */
    volatile String diesAt = "";

    /** A command that may not be run again was begun there, and nobody heard of it. */
    volatile boolean begunUnheard;

    private volatile boolean died;

    final CountDownLatch running = new CountDownLatch(1);

    /** Lets what hangs come to its end. */
    final CountDownLatch goOn = new CountDownLatch(1);

    @Override
    public Begun begin(BeginRequest request) {
        Begun begun = new AtOnce(this, request, Clock.systemUTC()).begin();
        Optional<HistoryEntry> row = DoneAtOnce.row(request, begun);
        row.ifPresent(ending -> told.put(request.task().taskId(), ending));
        return recycles && row.isPresent() ? finished(row.get(), begun.asTold()) : begun;
    }

    private Begun finished(HistoryEntry row, Begun begun) {
        Receipt receipt = new Receipt(Receipt.State.CLEAN, "hf-fake", Instant.EPOCH, List.of("processes"), List.of());
        if (broken.contains("last row")) {
            return begun.asFinished(new Finished(receipt, null));
        }
        Instant now = Instant.now();
        HistoryEntry last = DoneAtOnce.lastRow(row, begun, receipt, now);
        lastRows.put(row.request().taskId(), last);
        record(last);
        return begun.asFinished(new Finished(receipt, now));
    }

    @Override
    public Begun howFar(BeginRequest request) {
        return stillAt ? halfDone(request.task()) : Begun.NOTHING;
    }

    /** All that {@link #stillAtSteps} says, and nothing collected yet. */
    private Begun halfDone(TaskRequest request) {
        Begun done = done(request);
        return new Begun(
                done.reservation(),
                done.sandbox(),
                done.since(),
                null,
                done.steps().subList(0, stillAtSteps),
                null,
                "it takes long",
                false,
                done.stopped(),
                false,
                true,
                null);
    }

    @Override
    public Place findPlace(TaskRequest request) {
        return new Place(placedUnheard ? reservation() : null, doneUnheard ? done(request) : null);
    }

    /** As its first and only step, which exited with 3. */
    private Begun done(TaskRequest request) {
        Sandbox sandbox = new Sandbox("hf-fake", "{}", "sha256:abc", true);
        RunStepRequest run = new SpecSteps(request, reservation(), sandbox, 1, new PayloadRoom(request)).first(0);
        return new Begun(
                reservation(),
                sandbox,
                Map.of(
                        TaskState.ACQUIRING, Instant.EPOCH,
                        TaskState.RUNNING, Instant.EPOCH,
                        TaskState.COLLECTING, Instant.EPOCH),
                null,
                List.of(step(run, OutcomeKind.EXITED, 3, null)),
                new Collected(List.of(), 0, List.of()),
                null,
                false,
                Instant.EPOCH,
                false,
                true,
                null);
    }

    @Override
    public Reservation reserve(TaskRequest request) {
        enter("reserve");
        return reservation();
    }

    private Reservation reservation() {
        return new Reservation(
                "fake",
                broken.contains("host") || (!diesAt.isEmpty() && !died) ? "a queue that nobody serves" : QUEUE,
                Executor.DOCKER,
                "asked for",
                "debian",
                Limits.DEFAULTS,
                Duration.ofMinutes(5),
                Duration.ofSeconds(5),
                DataSize.ofMebibytes(64),
                Duration.ofSeconds(3),
                List.of("a warning"));
    }

    @Override
    public void leaveHost(LeaveRequest request) {
        if (begunUnheard) {
            throw ApplicationFailure.newNonRetryableFailure("a command may have been begun there", COMMAND_BEGUN);
        }
        calls.add("leave");
    }

    @Override
    public Sandbox acquire(AcquireRequest request) {
        enter("acquire");
        return new Sandbox("hf-fake", "{}", "sha256:abc", false);
    }

    @Override
    public Staged stage(StageRequest request) {
        enter("stage");
        return new Staged(1, 2, List.of("validation: a.txt is odd"));
    }

    @Override
    public StepResult runStep(RunStepRequest request) {
        enter("run " + request.key());
        String line = request.step().command().toString();
        return switch (line) {
            case "hang", "late" -> {
                handOverIfLocal();
                running.countDown();
                hangUntilCancelled();
                throw new IllegalStateException("unreachable");
            }
            case "wait" -> {
                handOverIfLocal();
                running.countDown();
                hangUntilCancelled();
                yield step(request, OutcomeKind.EXITED, 0, null);
            }
            case "flaky" -> step(request, OutcomeKind.EXITED, request.attempt() < 3 ? 1 : 0, null);
            case "oom" -> step(request, OutcomeKind.OOM_KILLED, 137, "out of memory");
            case "slow" -> step(request, OutcomeKind.TIMED_OUT, 143, "timed out after PT5M");
            case "forgotten" -> LostSteps.result(request, "the supervisor forgot it");
            case "refused" -> throw refusal();
            case "begun, then refused" -> throw refusal();
            case "fails, then is refused" -> {
                if (request.attempt() > 1) {
                    throw refusal();
                }
                yield step(request, OutcomeKind.EXITED, 3, null);
            }
            case "vanish" ->
                throw ApplicationFailure.newNonRetryableFailure("the container is gone", ActivityErrors.SANDBOX_LOST);
            default -> step(request, OutcomeKind.EXITED, exitCode(line), null);
        };
    }

    private static ApplicationFailure refusal() {
        return ApplicationFailure.newNonRetryableFailure("steps.timeout: is more than may be", "limit_invalid");
    }

    @Override
    public StepResult stopStep(StopStepRequest request) {
        enter("stop " + request.run().key());
        String line = request.run().step().command().toString();
        if (line.equals("late")) {
            return step(request.run(), OutcomeKind.EXITED, 0, null);
        }
        if (line.equals("refused") || line.equals("fails, then is refused")) {
            return LostSteps.result(request.run(), request.reason()).withOutcome(OutcomeKind.CANCELLED);
        }
        return step(
                request.run(),
                request.timedOut() ? OutcomeKind.TIMED_OUT : OutcomeKind.CANCELLED,
                143,
                request.reason());
    }

    @Override
    public Looked look(LookRequest request) {
        enter("look " + request.look().path());
        return new Looked(new WorkspacePage(List.of(), null), null, null);
    }

    @Override
    public Collected collect(CollectRequest request) {
        enter("collect");
        return new Collected(
                List.of(new Artifact("a", Artifact.Status.COMPLETE, 1, "aa", null, null, null)), 1, List.of());
    }

    @Override
    public Receipt release(ReleaseRequest request) {
        record(request.ending());
        endings.put(request.taskId(), request.ending());
        enter("release");
        return broken.contains("cleanup")
                ? new Receipt(Receipt.State.FAILED, "hf-fake", Instant.EPOCH, List.of(), List.of("volume hf-fake"))
                : new Receipt(Receipt.State.CLEAN, "hf-fake", Instant.EPOCH, List.of("container"), List.of());
    }

    @Override
    public Finished finish(FinishRequest request) {
        Receipt receipt = release(request.release());
        if (broken.contains("last row")) {
            return new Finished(receipt, null);
        }
        Instant now = Instant.now();
        HistoryEntry last = LastChange.row(request, receipt, now);
        lastRows.put(request.release().taskId(), last);
        record(last);
        return new Finished(receipt, now);
    }

    @Override
    public void record(HistoryEntry entry) {
        rows.merge(entry.request().taskId(), entry, (old, now) -> old.version() < now.version() ? now : old);
    }

    private void enter(String phase) {
        if (local() && !diesAt.isEmpty() && !died && phase.equals(diesAt)) {
            died = true;
            throw ApplicationFailure.newNonRetryableFailure("another host", SandboxActivities.ELSEWHERE);
        }
        boolean elsewhere = broken.contains("host") || away;
        if ((local() || onTheWorkflowsQueue()) && elsewhere && !phase.equals("reserve")) {
            throw ApplicationFailure.newNonRetryableFailure("another host", SandboxActivities.ELSEWHERE);
        }
        calls.add(local() ? phase + " at once" : phase);
        if (broken.contains(phase)) {
            throw ApplicationFailure.newNonRetryableFailure(phase + " is broken", phase + "_broken");
        }
        if (slow.contains(phase)) {
            handOverIfLocal();
            running.countDown();
            hangUntilCancelled();
        }
    }

    private static boolean onTheWorkflowsQueue() {
        return Activity.getExecutionContext().getInfo().getActivityTaskQueue().equals(TaskWorkflow.TASK_QUEUE);
    }

    private static boolean local() {
        return Activity.getExecutionContext().getInfo().isLocal();
    }

    private static void handOverIfLocal() {
        if (local()) {
            throw ApplicationFailure.newNonRetryableFailure("it takes long", SandboxActivities.HANDED_OVER);
        }
    }

    private void hangUntilCancelled() {
        while (!closed && goOn.getCount() > 0) {
            Activity.getExecutionContext().heartbeat(null);
            LockSupport.parkNanos(20_000_000);
        }
        if (closed) {
            throw ApplicationFailure.newNonRetryableFailure("the test is over", "over");
        }
    }

    /** Behind it a command may be as long as it likes. */
    private static int exitCode(String line) {
        return Integer.parseInt(line.substring("exit ".length()).split(" ", 2)[0]);
    }

    private StepResult step(RunStepRequest request, OutcomeKind outcome, int exitCode, @Nullable String reason) {
        return new StepResult(
                String.valueOf(request.step().name()),
                request.step().command().argv(),
                outcome,
                exitCode,
                null,
                reason,
                stdout,
                stderr,
                false,
                stdout.length(),
                stderr.length(),
                0,
                Instant.EPOCH,
                Instant.EPOCH,
                0,
                request.attempt(),
                ResourceUsage.UNKNOWN);
    }
}
