package dev.holdfast.activities.sandbox.container;

import static org.awaitility.Awaitility.await;

import dev.holdfast.activities.sandbox.home.HostCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Assumptions;

/** A dockerd of a test's own, beside the one that everybody uses: own files, own socket, own bridge. */
final class PrivateEngine implements AutoCloseable {
    static final String IMAGE = "holdfast/engine-test:latest";

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Path directory;
    private final boolean liveRestore;
    private final String bridge = "hf" + UUID.randomUUID().toString().substring(0, 8);
    private Process daemon;

    private PrivateEngine(Path directory, boolean liveRestore) throws IOException {
        this.directory = directory;
        this.liveRestore = liveRestore;
        // Without one of its own it would take the other engine's bridge over, or remove it.
        require(List.of("ip", "link", "add", bridge, "type", "bridge"));
        this.daemon = launch();
    }

    static PrivateEngine start(boolean liveRestore) throws IOException {
        boolean possible = HostCommand.run(
                        Duration.ofSeconds(20),
                        List.of("sh", "-c", "[ $(id -u) = 0 ] && command -v dockerd docker ip tar"))
                .succeeded();
        if (!possible && "true".equals(System.getenv("CI"))) {
            throw new IllegalStateException("a private engine needs root, dockerd, docker, ip and tar");
        }
        Assumptions.assumeTrue(possible, "a private engine needs root, dockerd, docker, ip and tar");
        // Short, because of the sockets in it.
        PrivateEngine engine = new PrivateEngine(Files.createTempDirectory("holdfast-engine-"), liveRestore);
        try {
            engine.awaitAnswer();
            engine.loadImage();
            return engine;
        } catch (RuntimeException | Error failed) {
            engine.close();
            throw failed;
        }
    }

    String address() {
        return "unix://" + directory.resolve("docker.sock");
    }

    /** As if the machine's administrator, or a bug, had ended it in the middle of everything. */
    void kill() throws IOException {
        daemon.destroyForcibly();
        try {
            daemon.waitFor();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the engine died", interrupted);
        }
    }

    void startAgain() throws IOException {
        // What a process manager does: a pid file of the dead keeps the next one from starting.
        Files.deleteIfExists(directory.resolve("docker.pid"));
        endContainerd();
        daemon = launch();
        awaitAnswer();
    }

    private Process launch() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "dockerd",
                "--config-file",
                directory.resolve("daemon.json").toString(),
                "--data-root",
                directory.resolve("data").toString(),
                "--exec-root",
                directory.resolve("exec").toString(),
                "--pidfile",
                directory.resolve("docker.pid").toString(),
                "--host",
                address(),
                "--bridge",
                bridge,
                "--iptables=false",
                "--ip-forward=false",
                "--userland-proxy=false"));
        if (liveRestore) {
            command.add("--live-restore");
        }
        Files.writeString(directory.resolve("daemon.json"), "{}");
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("dockerd.log").toFile()))
                .start();
    }

    private void awaitAnswer() {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(200))
                .failFast("dockerd ended; see " + directory.resolve("dockerd.log"), () -> !daemon.isAlive())
                .until(() -> HostCommand.run(Duration.ofSeconds(20), List.of("docker", "-H", address(), "version"))
                        .succeeded());
    }

    /** A shell and sleep with their libraries, taken from this machine: enough to see a step run. */
    private void loadImage() {
        require(List.of(
                "sh",
                "-c",
                "set -e; cd /; files=$(ldd /bin/sh /bin/sleep | grep -o '/[^ :]*\\.so[^ :]*' | sort -u);"
                        + " tar -ch -f - bin/sh bin/sleep $(echo $files | sed 's# /# #g; s#^/##')"
                        + " | docker -H " + address() + " import - " + IMAGE));
    }

    /** It dies with its dockerd where the kernel sees to that; the next dockerd wants one of its own. */
    private void endContainerd() throws IOException {
        Path pidFile = directory.resolve("exec/containerd/containerd.pid");
        if (Files.exists(pidFile)) {
            ProcessHandle.of(Long.parseLong(Files.readString(pidFile).strip()))
                    .filter(process -> process.info().commandLine().orElse("").contains(directory.toString()))
                    .ifPresent(process -> {
                        process.destroy();
                        await().atMost(PATIENCE).until(() -> !process.isAlive());
                    });
            Files.deleteIfExists(pidFile);
        }
    }

    @Override
    public void close() throws IOException {
        daemon.destroy();
        await().atMost(PATIENCE).until(() -> !daemon.isAlive());
        endContainerd();
        HostCommand.run(Duration.ofSeconds(20), List.of("ip", "link", "delete", bridge));
        HostCommand.run(
                Duration.ofSeconds(60),
                List.of(
                        "sh",
                        "-c",
                        "for m in $(cut -d' ' -f5 /proc/self/mountinfo | grep ^" + directory
                                + "/ | sort -r); do umount $m || umount -l $m; done; rm -rf --one-file-system "
                                + directory));
    }

    private static void require(List<String> command) {
        HostCommand.Result result = HostCommand.run(PATIENCE, command);
        if (!result.succeeded()) {
            throw new IllegalStateException(command + ": " + result.output());
        }
    }
}
