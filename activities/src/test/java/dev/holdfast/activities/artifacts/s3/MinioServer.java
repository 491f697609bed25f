package dev.holdfast.activities.artifacts.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** A real MinIO server. Without its binary tests are skipped, except on CI, where that is a failure. */
public final class MinioServer implements S3Server {
    private static final Path BINARY =
            Path.of(System.getProperty("holdfast.root"), "deploy", "scripts", "ensure-minio");

    private final Process process;
    private final Path directory;
    private final URI endpoint;

    private MinioServer(Process process, Path directory, URI endpoint) {
        this.process = process;
        this.directory = directory;
        this.endpoint = endpoint;
    }

    public static MinioServer start() {
        Optional<String> binary = find();
        if ("true".equals(System.getenv("CI"))) {
            assertThat(binary).as("MinIO must be there on CI").isPresent();
        }
        Assumptions.assumeTrue(binary.isPresent(), "no MinIO binary can be had here");
        try {
            Path directory = Files.createTempDirectory("holdfast-minio-");
            int port = freePort();
            URI endpoint = URI.create("http://127.0.0.1:" + port);
            ProcessBuilder builder = new ProcessBuilder(
                            binary.get(), "server", "--quiet", "--address", "127.0.0.1:" + port, directory + "/data")
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("log").toFile());
            builder.environment().put("MINIO_ROOT_USER", "holdfast");
            builder.environment().put("MINIO_ROOT_PASSWORD", "holdfast-secret");
            builder.environment().put("MINIO_BROWSER", "off");
            builder.environment().put("HOME", directory.toString());
            MinioServer server = new MinioServer(builder.start(), directory, endpoint);
            await().atMost(Duration.ofSeconds(60)).until(server::ready);
            return server;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Optional<String> find() {
        try {
            Process ensure = new ProcessBuilder(BINARY.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String path = new String(ensure.getInputStream().readAllBytes(), UTF_8).strip();
            return ensure.waitFor() == 0 ? Optional.of(path) : Optional.empty();
        } catch (IOException missing) {
            return Optional.empty();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private boolean ready() {
        assertThat(process.isAlive()).as("MinIO runs").isTrue();
        try {
            HttpURLConnection probe = (HttpURLConnection)
                    endpoint.resolve("/minio/health/ready").toURL().openConnection();
            return probe.getResponseCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    @Override
    public URI endpoint() {
        return endpoint;
    }

    @Override
    public String accessKey() {
        return "holdfast";
    }

    @Override
    public String secretKey() {
        return "holdfast-secret";
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
            deleteRecursively(directory);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static void deleteRecursively(Path directory) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException problem) throws IOException {
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
