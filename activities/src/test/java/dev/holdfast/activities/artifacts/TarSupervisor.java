package dev.holdfast.activities.artifacts;

import dev.holdfast.activities.sandbox.FileEntry;
import dev.holdfast.activities.sandbox.GetReport;
import dev.holdfast.activities.sandbox.GetRequest;
import dev.holdfast.activities.sandbox.Hello;
import dev.holdfast.activities.sandbox.Listing;
import dev.holdfast.activities.sandbox.LogRead;
import dev.holdfast.activities.sandbox.LogSink;
import dev.holdfast.activities.sandbox.PutReport;
import dev.holdfast.activities.sandbox.PutRequest;
import dev.holdfast.activities.sandbox.RecycleReport;
import dev.holdfast.activities.sandbox.SandboxUsage;
import dev.holdfast.activities.sandbox.StepRecord;
import dev.holdfast.activities.sandbox.StepStart;
import dev.holdfast.activities.sandbox.Supervisor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A supervisor that only moves files: gives a prepared archive and keeps what it is given. */
final class TarSupervisor implements Supervisor {
    private final TestTar outgoing;
    private final List<GetReport.Skipped> skipped = new ArrayList<>();
    final ByteArrayOutputStream received = new ByteArrayOutputStream();
    long skippedMore;

    @Nullable GetRequest getRequest;

    @Nullable PutRequest putRequest;

    TarSupervisor(TestTar outgoing) {
        this.outgoing = outgoing;
    }

    TarSupervisor() {
        this(new TestTar());
    }

    TarSupervisor skipping(String path, String reason) {
        skipped.add(new GetReport.Skipped(path, reason));
        return this;
    }

    @Override
    public GetReport get(GetRequest request, TarReader reader) {
        getRequest = request;
        try {
            reader.read(new ByteArrayInputStream(outgoing.bytes()));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return new GetReport(0, 0, skipped, skippedMore);
    }

    @Override
    public PutReport put(PutRequest request, TarSource tar) {
        putRequest = request;
        try {
            tar.writeTo(received);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return new PutReport(1, received.size());
    }

    private static UnsupportedOperationException unused() {
        return new UnsupportedOperationException("not a part of moving files");
    }

    @Override
    public Hello hello() {
        throw unused();
    }

    @Override
    public StepRecord start(StepStart step, Duration wait) {
        throw unused();
    }

    @Override
    public Started start(StepStart step, Duration wait, long readBytes, LogSink sink) {
        throw unused();
    }

    @Override
    public StepRecord await(String step, Duration wait) {
        throw unused();
    }

    @Override
    public LogRead readLog(String step, long offset, long maxBytes, Duration wait, LogSink sink) {
        throw unused();
    }

    @Override
    public long stdin(String step, long offset, InputStream input, boolean endOfFile) {
        throw unused();
    }

    @Override
    public void signal(String step, String signal) {
        throw unused();
    }

    @Override
    public void resize(String step, int rows, int columns) {
        throw unused();
    }

    @Override
    public StepRecord stop(String step, Duration grace, StopReason reason) {
        throw unused();
    }

    @Override
    public Listing list(String path, boolean recursive, int limit, @Nullable String after) {
        throw unused();
    }

    @Override
    public FileEntry stat(String path) {
        throw unused();
    }

    @Override
    public SandboxUsage usage() {
        throw unused();
    }

    @Override
    public void lease(Duration time) {
        throw unused();
    }

    @Override
    public RecycleReport recycle(List<String> paths) {
        throw unused();
    }

    @Override
    public void shutdown(Duration grace) {
        throw unused();
    }

    @Override
    public void close() {}
}
