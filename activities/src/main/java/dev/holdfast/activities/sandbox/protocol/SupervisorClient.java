package dev.holdfast.activities.sandbox.protocol;

import dev.holdfast.activities.sandbox.FileEntry;
import dev.holdfast.activities.sandbox.GetReport;
import dev.holdfast.activities.sandbox.GetRequest;
import dev.holdfast.activities.sandbox.Hello;
import dev.holdfast.activities.sandbox.Inspection;
import dev.holdfast.activities.sandbox.Listing;
import dev.holdfast.activities.sandbox.LogRead;
import dev.holdfast.activities.sandbox.LogSink;
import dev.holdfast.activities.sandbox.PutReport;
import dev.holdfast.activities.sandbox.PutRequest;
import dev.holdfast.activities.sandbox.RecycleReport;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxUsage;
import dev.holdfast.activities.sandbox.StepRecord;
import dev.holdfast.activities.sandbox.StepStart;
import dev.holdfast.activities.sandbox.Supervisor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Talks to a supervisor over its socket. */
public final class SupervisorClient implements Supervisor {
    private final Connections connections;

    private SupervisorClient(Connections connections) {
        this.connections = connections;
    }

    /**
     * @param socket short enough for a socket's address
     * @param inspect asked when nobody answers, to tell a sandbox that is gone from one that is only slow
     */
    public static SupervisorClient at(Path socket, SandboxId sandbox, Supplier<Inspection> inspect) {
        return new SupervisorClient(new Connections(socket, sandbox, inspect));
    }

    @Override
    public Hello hello() {
        return call("hello", Map.of(), Duration.ZERO, Hello.class);
    }

    @Override
    public StepRecord start(StepStart step, Duration wait) {
        return call("start", Messages.start(step, wait, 0), wait, StepRecord.class);
    }

    @Override
    public Started start(StepStart step, Duration wait, long readBytes, LogSink sink) {
        byte[] request = Messages.request("start", Messages.start(step, wait, readBytes));
        return connections.run(wait, exchange -> {
            exchange.request(request);
            StepRecord record = exchange.answer(StepRecord.class);
            return new Started(record, readBytes > 0 ? exchange.log(sink) : new LogRead(0, false));
        });
    }

    @Override
    public StepRecord await(String step, Duration wait) {
        return call("wait", Map.of("step", step, "waitMs", wait.toMillis()), wait, StepRecord.class);
    }

    @Override
    public LogRead readLog(String step, long offset, long maxBytes, Duration wait, LogSink sink) {
        byte[] request = Messages.request(
                "read", Map.of("step", step, "offset", offset, "maxBytes", maxBytes, "waitMs", wait.toMillis()));
        return connections.run(wait, exchange -> {
            exchange.request(request);
            exchange.answer(Nothing.class);
            return exchange.log(sink);
        });
    }

    @Override
    public long stdin(String step, long offset, InputStream input, boolean endOfFile) {
        byte[] request = Messages.request("stdin", Map.of("step", step, "offset", offset, "eof", endOfFile));
        return connections.runOnce(exchange -> {
            exchange.request(request);
            return upload(exchange, () -> exchange.send(input), Accepted.class).accepted();
        });
    }

    @Override
    public void signal(String step, String signal) {
        call("signal", Map.of("step", step, "signal", signal), Duration.ZERO, Nothing.class);
    }

    @Override
    public void resize(String step, int rows, int columns) {
        call("resize", Map.of("step", step, "rows", rows, "cols", columns), Duration.ZERO, Nothing.class);
    }

    @Override
    public StepRecord stop(String step, Duration grace, StopReason reason) {
        return call(
                "stop",
                Map.of(
                        "step",
                        step,
                        "graceMs",
                        grace.toMillis(),
                        "reason",
                        reason.name().toLowerCase(Locale.ROOT)),
                grace,
                StepRecord.class);
    }

    @Override
    public PutReport put(PutRequest request, TarSource tar) {
        byte[] json = Messages.request(
                "put", Map.of("path", request.path(), "maxBytes", request.maxBytes(), "maxFiles", request.maxFiles()));
        return connections.run(Duration.ZERO, exchange -> {
            exchange.request(json);
            exchange.answer(Nothing.class);
            return upload(exchange, () -> write(tar, exchange), PutReport.class);
        });
    }

    @Override
    public GetReport get(GetRequest request, TarReader reader) {
        byte[] json = Messages.request(
                "get",
                Map.of(
                        "root",
                        request.root(),
                        "include",
                        request.include(),
                        "exclude",
                        request.exclude(),
                        "maxBytes",
                        request.maxBytes(),
                        "maxFiles",
                        request.maxFiles(),
                        "maxFileBytes",
                        request.maxFileBytes()));
        return connections.run(Duration.ZERO, exchange -> {
            exchange.request(json);
            exchange.answer(Nothing.class);
            TarInput tar = exchange.incoming();
            read(reader, tar);
            return tar.drain();
        });
    }

    @Override
    public Listing list(String path, boolean recursive, int limit, @Nullable String after) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("path", path);
        fields.put("recursive", recursive);
        fields.put("limit", limit);
        fields.put("after", after);
        return call("list", fields, Duration.ZERO, Listing.class);
    }

    @Override
    public FileEntry stat(String path) {
        return call("stat", Map.of("path", path), Duration.ZERO, FileEntry.class);
    }

    @Override
    public SandboxUsage usage() {
        return call("usage", Map.of(), Duration.ZERO, SandboxUsage.class);
    }

    @Override
    public void lease(Duration time) {
        call("lease", Map.of("seconds", time.toSeconds()), Duration.ZERO, Nothing.class);
    }

    @Override
    public RecycleReport recycle(List<String> paths) {
        return connections.runLast(
                Duration.ofSeconds(30), question("recycle", Map.of("paths", paths), RecycleReport.class));
    }

    @Override
    public void shutdown(Duration grace) {
        connections.runLast(grace, question("shutdown", Map.of("graceMs", grace.toMillis()), Nothing.class));
    }

    @Override
    public void close() {
        connections.close();
    }

    private <T> T call(
            String operation, Map<String, ? extends @Nullable Object> fields, Duration patience, Class<T> answer) {
        return connections.run(patience, question(operation, fields, answer));
    }

    private static <T> Connections.Conversation<T> question(
            String operation, Map<String, ? extends @Nullable Object> fields, Class<T> answer) {
        byte[] request = Messages.request(operation, fields);
        return exchange -> {
            exchange.request(request);
            return exchange.answer(answer);
        };
    }

    /** Sends data. When the supervisor stops listening it has said why, and that is the better error. */
    private static <T> T upload(Exchange exchange, Sending sending, Class<T> answer) throws IOException {
        try {
            sending.run();
            exchange.end();
        } catch (DataOutput.ConnectionFailure stoppedListening) {
            return exchange.answer(answer);
        }
        return exchange.answer(answer);
    }

    private static void write(TarSource tar, Exchange exchange) throws IOException {
        try (OutputStream data = exchange.outgoing()) {
            tar.writeTo(data);
        } catch (DataOutput.ConnectionFailure lost) {
            throw lost;
        } catch (IOException callers) {
            throw new CallerStreams.Failure(callers);
        }
    }

    private static void read(TarReader reader, TarInput tar) throws IOException {
        try {
            reader.read(tar);
        } catch (DataOutput.ConnectionFailure lost) {
            throw lost;
        } catch (IOException | RuntimeException callers) {
            throw new CallerStreams.Failure(callers);
        }
    }

    @FunctionalInterface
    private interface Sending {
        void run() throws IOException;
    }

    private record Accepted(long accepted) {}

    private record Nothing() {}
}
