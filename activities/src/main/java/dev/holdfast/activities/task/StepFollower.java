package dev.holdfast.activities.task;

import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.LogStore;
import dev.holdfast.activities.history.Placements;
import dev.holdfast.activities.history.ResourceSamples;
import dev.holdfast.activities.history.StepInputs;
import dev.holdfast.activities.sandbox.LogRead;
import dev.holdfast.activities.sandbox.LogSink;
import dev.holdfast.activities.sandbox.StepRecord;
import dev.holdfast.activities.sandbox.StepStart;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.activities.secrets.SecretScope;
import dev.holdfast.activities.secrets.StepSecrets;
import dev.holdfast.activities.secrets.TaskSecrets;
import dev.holdfast.activities.secrets.masking.MaskingSink;
import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.ResourceUsage;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TerminalSize;
import dev.holdfast.workflows.Reservation;
import dev.holdfast.workflows.SandboxActivities.RunStepRequest;
import io.temporal.failure.ApplicationFailure;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Starts a step or attaches to it, and follows it to its end. May be left at any moment and taken up by another. */
final class StepFollower {
    private static final Duration FIRST_WAIT = Duration.ofMillis(300);
    private static final Duration WAIT = Duration.ofSeconds(1);
    private static final Duration FIRST_READ = Duration.ofMillis(250);
    private static final long READ_BYTES = 256 * 1024;

    private final Host host;
    private final LogStore logs;
    private final Placements placements;
    private final TaskSecrets secrets;
    private final ResourceSamples samples;
    private final StepInputs inputs;

    StepFollower(Host host, TaskSecrets secrets, HistoryDatabase history) {
        this.host = host;
        this.logs = history.logs();
        this.placements = history.placements();
        this.inputs = history.inputs();
        this.secrets = secrets;
        this.samples = history.samples();
    }

    /** @param still asks whether anybody waits for the result; throws when not */
    StepResult follow(Supervisor supervisor, RunStepRequest run, Runnable still) {
        StepResult result = followToTheEnd(supervisor, run, still);
        forgetInput(run);
        return result;
    }

    private StepResult followToTheEnd(Supervisor supervisor, RunStepRequest run, Runnable still) {
        StepLog log = StepLog.resume(logs, run, storedWhereItHasAPlace(run));
        long from = log.next();
        StepSecrets known = secretsOf(run);
        MaskingSink masked = new MaskingSink(log, from, known.masks());
        Supervisor.Started started =
                supervisor.start(start(run, known), firstWait(run), READ_BYTES, from == 0 ? masked : LogSink.IGNORE);
        giveInput(supervisor, run);
        boolean eof = from == 0 && started.log().eof();
        Duration wait = FIRST_READ;
        UsageSampler sampler = new UsageSampler(
                samples, run.taskId(), String.valueOf(run.step().name()));
        TypedInput typed = TypedInput.into(supervisor, run, inputs);
        try {
            while (!eof) {
                log.flush();
                still.run();
                sampler.lookWhenDue(supervisor);
                if (mayReadOn(supervisor, run, masked.next())) {
                    eof = supervisor
                            .readLog(run.key(), masked.next(), READ_BYTES, wait, masked)
                            .eof();
                }
                wait = WAIT;
            }
        } finally {
            if (typed != null) {
                typed.close();
            }
        }
        masked.finish();
        log.flush();
        StepRecord ended = started.step().ended() ? started.step() : supervisor.await(run.key(), WAIT);
        return result(run, ended, log);
    }

    /** A worker that was asleep while others ended the task must not begin its commands again. */
    private long storedWhereItHasAPlace(RunStepRequest run) {
        return placements
                .beginStep(run.taskId(), host.id(), run.key(), run.step().retries() > 0)
                .orElseThrow(() -> ApplicationFailure.newNonRetryableFailure(
                        "the task has given its sandbox back already", "task_ended"));
    }

    /**
     * The output cap keeps the first half of its bytes and the last. Which the last are is known only at the end, so
     * behind the first half nothing is taken before: who keeps up with a command would store all that it ever writes.
     */
    private static boolean mayReadOn(Supervisor supervisor, RunStepRequest run, long next) {
        long firstHalf = run.reservation().outputLimitOf(run.step()).bytes() / 2;
        return next < firstHalf || supervisor.await(run.key(), WAIT).ended();
    }

    /** The result of a step that was stopped from outside. */
    StepResult stopped(Supervisor supervisor, RunStepRequest run, StepRecord ended, String reason) {
        StepLog log = StepLog.resume(logs, run, logs.storedUpTo(run.taskId(), run.key()));
        MaskingSink masked = new MaskingSink(log, log.next(), secretsOf(run).masks());
        LogRead read;
        do {
            read = supervisor.readLog(run.key(), masked.next(), READ_BYTES, Duration.ZERO, masked);
            log.flush();
        } while (!read.eof());
        masked.finish();
        log.flush();
        return result(run, ended, log).withReason(reason);
    }

    private static void giveInput(Supervisor supervisor, RunStepRequest run) {
        String stdin = run.step().stdin();
        if (stdin != null) {
            byte[] bytes = stdin.getBytes(StandardCharsets.UTF_8);
            supervisor.stdin(run.key(), 0, new ByteArrayInputStream(bytes), true);
        }
    }

    private StepSecrets secretsOf(RunStepRequest run) {
        Map<String, String> plain = new TreeMap<>(run.env());
        plain.putAll(run.step().env());
        return secrets.resolve(new SecretScope(run.taskId(), run.project(), run.requestedBy()), run.secrets(), plain);
    }

    private static StepStart start(RunStepRequest run, StepSecrets secrets) {
        StepSpec step = run.step();
        Reservation reservation = run.reservation();
        Map<String, String> env = new TreeMap<>(run.env());
        env.putAll(secrets.env());
        env.putAll(step.env());
        return new StepStart(
                run.key(),
                step.command().argv(),
                env,
                step.cwd(),
                reservation.timeoutOf(step),
                reservation.graceOf(step),
                step.stdin() != null || step.terminal() != null,
                reservation.outputLimitOf(step).bytes(),
                step.onOutputLimit(),
                step.background(),
                terminal(step.terminal()),
                StepStart.ProcessLimits.of(step.limits()),
                secrets.files());
    }

    private static StepStart.@Nullable Terminal terminal(@Nullable TerminalSize size) {
        return size == null ? null : new StepStart.Terminal(size.rows(), size.columns());
    }

    /** Who sits at a terminal waits for its first line; anything else may as well have ended by then. */
    private static Duration firstWait(RunStepRequest run) {
        return run.step().terminal() == null ? FIRST_WAIT : Duration.ZERO;
    }

    private void forgetInput(RunStepRequest run) {
        if (run.step().terminal() != null) {
            inputs.remove(run.taskId(), String.valueOf(run.step().name()));
        }
    }

    private static ResourceUsage usage(StepRecord ended) {
        return new ResourceUsage(
                ended.cpuUserMs(),
                ended.cpuSystemMs(),
                ended.peakMemoryBytes(),
                ended.oomKills(),
                ended.peakPids(),
                ended.diskBytes(),
                ended.ioReadBytes(),
                ended.ioWriteBytes(),
                ended.rxBytes(),
                ended.txBytes());
    }

    private static StepResult result(RunStepRequest run, StepRecord ended, StepLog log) {
        OutcomeKind outcome = Objects.requireNonNull(ended.outcome(), "outcome of a step that ended");
        StepResult whole = new StepResult(
                String.valueOf(run.step().name()),
                run.step().command().argv(),
                outcome,
                ended.exitCode(),
                ended.signal(),
                StepReasons.of(run, outcome, ended),
                log.stdout(),
                log.stderr(),
                ended.truncated() || log.cut(),
                ended.stdoutBytes(),
                ended.stderrBytes(),
                ended.droppedBytes(),
                instant(ended.startedAtMs()),
                instant(ended.endedAtMs()),
                ended.wallMs() == null ? 0 : ended.wallMs(),
                run.attempt(),
                usage(ended));
        // Escapes make more of binary output, and a command may be longer than what a result has room for.
        return whole.within(run.excerptBytes());
    }

    private static @Nullable Instant instant(@Nullable Long millis) {
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }
}
