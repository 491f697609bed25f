package dev.holdfast.benchmarks.groups;

import dev.holdfast.activities.sandbox.LogRead;
import dev.holdfast.activities.sandbox.LogSink;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.StepStart;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.benchmarks.measure.Contender;
import dev.holdfast.benchmarks.measure.Group;
import dev.holdfast.benchmarks.measure.Trial;
import dev.holdfast.benchmarks.measure.Unit;
import dev.holdfast.benchmarks.rivals.DockerCli;
import dev.holdfast.benchmarks.rivals.Program;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** How fast a command's output reaches whoever asked for it. */
final class LogGroup implements Group {
    private static final int MEGABYTES = 32;
    private static final long BYTES = MEGABYTES * 1_000_000L;
    /** Lines of 100 bytes, as programs write them. */
    private static final List<String> WRITER =
            List.of("sh", "-c", "yes " + "0123456789".repeat(9) + "abcdefghi | head -c " + BYTES);

    private static final Duration WAIT = Duration.ofSeconds(1);
    private static final long READ_BYTES = 1 << 20;

    private final DockerCli docker;
    private final Ground ground;
    private final String container;
    private final String written;
    private final SandboxHandle handle;
    private final Supervisor supervisor;
    private int number;

    LogGroup(Ground ground) throws Exception {
        this.ground = ground;
        this.docker = ground.docker();
        this.container = docker.startIdle();
        this.written = docker.start(List.of("--network", "none", "--log-opt", "max-size=1g"), WRITER);
        Program.run(List.of("docker", "wait", written));
        this.handle = ground.sandboxes().start();
        this.supervisor = ground.sandboxes().provider().connect(handle);
        ground.sandboxes().settle();
    }

    @Override
    public String title() {
        return "Output of a command, " + MEGABYTES + " MB in lines of 100 bytes";
    }

    @Override
    public List<Contender> contenders() {
        return List.of(
                row("docker-exec-output", "docker exec, its output read as it comes", () -> {
                    return Program.count(docker.exec(container, WRITER));
                }),
                row("docker-logs", "docker logs of a container that has written it", () -> {
                    return Program.count(List.of("docker", "logs", written));
                }),
                row("step-output", "Holdfast: kept by the supervisor, read to the end", this::step)
                        .against("docker-exec-output"));
    }

    private interface Reader {
        long read() throws Exception;
    }

    private static Contender row(String id, String title, Reader reader) {
        return Contender.of(id, title, Unit.MEGABYTES_PER_SECOND, () -> {
            AtomicLong bytes = new AtomicLong();
            double took = Trial.milliseconds(() -> bytes.set(reader.read()));
            if (bytes.get() != BYTES) {
                throw new IOException(bytes.get() + " bytes arrived of " + BYTES);
            }
            return MEGABYTES / (took / 1000);
        });
    }

    private long step() {
        String key = "output-" + number++;
        Counter counter = new Counter();
        LogRead read = supervisor
                .start(StepStart.of(key, WRITER), Duration.ZERO, READ_BYTES, counter)
                .log();
        while (!read.eof()) {
            read = supervisor.readLog(key, read.next(), READ_BYTES, WAIT, counter);
        }
        return counter.bytes;
    }

    private static final class Counter implements LogSink {
        private long bytes;

        @Override
        public void bytes(long offset, Stream stream, Instant at, byte[] piece) {
            bytes += piece.length;
        }

        @Override
        public void gap(long from, long to) {}
    }

    @Override
    public void close() throws IOException {
        supervisor.close();
        ground.sandboxes().provider().destroy(handle.id());
        docker.remove(container);
        docker.remove(written);
    }
}
