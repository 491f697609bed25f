package dev.holdfast.activities.task;

import dev.holdfast.activities.history.LogStore;
import dev.holdfast.activities.history.StepInputs;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.contract.TerminalSize;
import dev.holdfast.contract.rest.StepInput;
import dev.holdfast.workflows.SandboxActivities.RunStepRequest;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries what is typed into a step's terminal from the history to its supervisor, beside the one who follows its output.
 * Whoever takes the step over begins at the first input again; the supervisor passes over what it was given before.
 */
final class TypedInput implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TypedInput.class);
    /** A wake-up can be lost. */
    private static final long LOOK_SECONDS = 2;

    private final StepInputs inputs;
    private final Supervisor supervisor;
    private final RunStepRequest run;
    private final String step;
    private final Semaphore rung = new Semaphore(1);
    private final LogStore.Subscription subscription;
    private final Thread thread;
    private Instant heard = Instant.now();
    private long last = -1;
    private long offset;
    private volatile boolean closed;

    private TypedInput(StepInputs inputs, Supervisor supervisor, RunStepRequest run) {
        this.inputs = inputs;
        this.supervisor = supervisor;
        this.run = run;
        this.step = String.valueOf(run.step().name());
        this.subscription = inputs.subscribe(run.taskId(), rung::release);
        this.thread = Thread.ofVirtual().name("typed-input").unstarted(this::carry);
    }

    /** Null for a step without a terminal. */
    static @Nullable TypedInput into(Supervisor supervisor, RunStepRequest run, StepInputs inputs) {
        if (run.step().terminal() == null) {
            return null;
        }
        TypedInput typed = new TypedInput(inputs, supervisor, run);
        typed.thread.start();
        return typed;
    }

    private void carry() {
        try {
            while (!closed) {
                rung.tryAcquire(LOOK_SECONDS, TimeUnit.SECONDS);
                rung.drainPermits();
                passOn();
                endWhenNobodyIsThere();
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void passOn() {
        try {
            for (StepInput input : inputs.after(run.taskId(), step, last)) {
                if (closed || input.number() != last + 1) {
                    return; // the one between is still on its way
                }
                give(input);
                last = input.number();
                heard = Instant.now();
            }
        } catch (SandboxException failure) {
            if (failure.error() == SandboxError.NOT_RUNNING || failure.error() == SandboxError.UNKNOWN_STEP) {
                closed = true;
            }
        } catch (RuntimeException later) {
            log.warn("What was typed into step {} of task {} waits: {}", step, run.taskId(), later.getMessage());
        }
    }

    /** A database that is away is no silence: then it is not known what came. */
    private void endWhenNobodyIsThere() {
        TerminalSize terminal = run.step().terminal();
        Duration silence = terminal == null ? null : terminal.silence();
        if (silence == null || closed || heard.plus(silence).isAfter(Instant.now())) {
            return;
        }
        try {
            inputs.after(run.taskId(), step, last);
            log.info("Nobody is at the terminal of step {} of task {} any more: it is ended", step, run.taskId());
            supervisor.stop(run.key(), run.reservation().graceOf(run.step()), Supervisor.StopReason.CANCELLED);
            closed = true;
        } catch (RuntimeException later) {
            log.warn("Step {} of task {} is not ended yet: {}", step, run.taskId(), later.getMessage());
        }
    }

    private void give(StepInput input) {
        TerminalSize size = input.size();
        if (size != null) {
            supervisor.resize(run.key(), size.rows(), size.columns());
        }
        byte[] bytes = input.bytes();
        if (bytes.length > 0 || input.end()) {
            supervisor.stdin(run.key(), offset, new ByteArrayInputStream(bytes), input.end());
            offset += bytes.length;
        }
    }

    @Override
    public void close() {
        closed = true;
        subscription.close();
        thread.interrupt();
    }
}
