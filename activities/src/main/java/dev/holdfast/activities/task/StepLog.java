package dev.holdfast.activities.task;

import dev.holdfast.activities.history.LogChunk;
import dev.holdfast.activities.history.LogPage;
import dev.holdfast.activities.history.LogStore;
import dev.holdfast.activities.output.OutputExcerpt;
import dev.holdfast.activities.sandbox.LogSink;
import dev.holdfast.workflows.SandboxActivities.RunStepRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Carries a step's output from its supervisor into the history, and keeps the excerpt that goes into the result. */
final class StepLog implements LogSink {
    private static final int PAGE_BYTES = 1 << 20;

    private final LogStore store;
    private final RunStepRequest run;
    private final OutputExcerpt stdout;
    private final OutputExcerpt stderr;
    private final List<LogChunk> pending = new ArrayList<>();
    private long read;

    StepLog(LogStore store, RunStepRequest run) {
        this.store = store;
        this.run = run;
        this.stdout = new OutputExcerpt(run.excerptBytes());
        this.stderr = new OutputExcerpt(run.excerptBytes());
    }

    /**
     * Goes on where an earlier attempt, perhaps of another worker, had to stop.
     *
     * @param stored how far it came
     */
    static StepLog resume(LogStore store, RunStepRequest run, long stored) {
        StepLog log = new StepLog(store, run);
        if (stored > 0) {
            log.readStored();
        }
        return log;
    }

    private void readStored() {
        LogPage page = store.read(run.taskId(), 0, PAGE_BYTES);
        while (!page.chunks().isEmpty()) {
            page.chunks().stream()
                    .filter(chunk -> chunk.stepKey().equals(run.key()))
                    .forEach(this::remember);
            page = store.read(run.taskId(), page.cursor(), PAGE_BYTES);
        }
    }

    /** The offset to read on from. */
    long next() {
        return read;
    }

    @Override
    public void bytes(long offset, Stream stream, Instant at, byte[] bytes) {
        accept(chunk(offset, LogChunk.Stream.valueOf(stream.name()), at, bytes, 0));
    }

    @Override
    public void gap(long from, long to) {
        accept(chunk(from, LogChunk.Stream.GAP, Instant.now(), new byte[0], to - from));
    }

    private void accept(LogChunk chunk) {
        pending.add(chunk);
        remember(chunk);
    }

    private void remember(LogChunk chunk) {
        read = chunk.end();
        switch (chunk.stream()) {
            case STDOUT, PTY -> stdout.add(chunk.bytes());
            case STDERR -> stderr.add(chunk.bytes());
            case GAP -> {}
        }
    }

    /** Writes what was read; when this fails the bytes stay pending and the supervisor still has them too. */
    void flush() {
        if (!pending.isEmpty()) {
            store.append(pending);
            pending.clear();
        }
    }

    String stdout() {
        return stdout.text();
    }

    String stderr() {
        return stderr.text();
    }

    boolean cut() {
        return stdout.cut() || stderr.cut();
    }

    private LogChunk chunk(long offset, LogChunk.Stream stream, Instant at, byte[] bytes, long dropped) {
        return new LogChunk(
                run.taskId(), run.key(), String.valueOf(run.step().name()), offset, stream, at, bytes, dropped);
    }
}
