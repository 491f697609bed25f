package dev.holdfast.benchmarks.stack;

import dev.holdfast.activities.artifacts.S3Config;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

/** A real MinIO server on a free port, where what is measured is ours and not the storage. */
public final class MinioServer implements AutoCloseable {
    private static final String ACCESS_KEY = "holdfast";
    private static final String SECRET_KEY = "holdfast-bench";

    private final Process process;
    private final URI endpoint;

    private MinioServer(Process process, URI endpoint) {
        this.process = process;
        this.endpoint = endpoint;
    }

    /** @param program its path */
    public static MinioServer start(String program, Path directory) throws Exception {
        int port = freePort();
        ProcessBuilder builder = new ProcessBuilder(
                        program, "server", "--quiet", "--address", "127.0.0.1:" + port, directory + "/data")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile());
        builder.environment()
                .putAll(Map.of(
                        "MINIO_ROOT_USER",
                        ACCESS_KEY,
                        "MINIO_ROOT_PASSWORD",
                        SECRET_KEY,
                        "MINIO_BROWSER",
                        "off",
                        "HOME",
                        directory.toString()));
        MinioServer server = new MinioServer(builder.start(), URI.create("http://127.0.0.1:" + port));
        try {
            Settling.until("the MinIO server", server::ready);
            return server;
        } catch (Exception failed) {
            server.close();
            throw failed;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private boolean ready() throws IOException {
        if (!process.isAlive()) {
            throw new IOException("MinIO ended with " + process.exitValue());
        }
        try {
            HttpURLConnection probe = (HttpURLConnection)
                    endpoint.resolve("/minio/health/ready").toURL().openConnection();
            return probe.getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException notYet) {
            return false;
        }
    }

    public S3Config bucket(String name) {
        return new S3Config(endpoint.toString(), ACCESS_KEY, SECRET_KEY, name, null, null);
    }

    /** What makes a stack use it. */
    Map<String, String> settings() {
        return Map.of(
                "HOLDFAST_S3_ENDPOINT", endpoint.toString(),
                "HOLDFAST_S3_ACCESS_KEY", ACCESS_KEY,
                "HOLDFAST_S3_SECRET_KEY", SECRET_KEY);
    }

    /** All it has is scratch, so it need not end well. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
