package dev.holdfast.activities.temporal;

import static org.awaitility.Awaitility.await;

import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** A real Temporal dev server that keeps its data in memory, on a free port of the loopback interface. */
public final class TemporalServer implements AutoCloseable {
    private final Process process;
    private final int port;

    private TemporalServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    public static TemporalServer start() throws Exception {
        int port = freePort();
        Process process = new ProcessBuilder(
                        binary(),
                        "server",
                        "start-dev",
                        "--headless",
                        "--log-level",
                        "never",
                        "--ip",
                        "127.0.0.1",
                        "--port",
                        Integer.toString(port))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        TemporalServer server = new TemporalServer(process, port);
        try (TemporalConnection probe = server.connect("")) {
            await().atMost(Duration.ofMinutes(1))
                    .ignoreExceptions()
                    .until(() -> probe.stubs()
                            .blockingStub()
                            .withDeadlineAfter(2, TimeUnit.SECONDS)
                            .getSystemInfo(GetSystemInfoRequest.getDefaultInstance())
                            .hasCapabilities());
        }
        return server;
    }

    public TemporalConnection connect(String keys) {
        return new TemporalConnection(
                new TemporalConfig("127.0.0.1:" + port, "default", PayloadKeys.of(keys, null)), "test");
    }

    private static String binary() throws IOException {
        Path root = Path.of(Objects.requireNonNull(System.getProperty("holdfast.root")));
        Process script = new ProcessBuilder(
                        root.resolve("deploy/scripts/ensure-temporal").toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String path = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (path.isEmpty()) {
            throw new IOException("there is no Temporal server here: run deploy/scripts/ensure-ci");
        }
        return path;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        await().atMost(Duration.ofSeconds(20)).until(() -> !process.isAlive());
    }
}
