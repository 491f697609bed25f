package dev.holdfast.lab.chaos;

import dev.holdfast.devstack.control.OrderlyStop;
import dev.holdfast.devstack.control.ProcessIdentity;
import dev.holdfast.devstack.control.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A Docker engine of our own beside the machine's: own data, own socket, own bridge. Everything that it shows was made by
 * this run, and it may be stopped and killed without harm to anybody.
 */
final class PrivateEngine {
    private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);
    private static final Set<String> BUILT_IN_NETWORKS = Set.of("bridge", "host", "none");

    private final Path directory;
    private final String bridge;
    private @Nullable ProcessIdentity daemon;

    private PrivateEngine(Path directory, String bridge) {
        this.directory = directory;
        this.bridge = bridge;
    }

    /** With the image of the machine's own engine. */
    static PrivateEngine start(Path directory, String image, Teardown teardown)
            throws IOException, InterruptedException {
        Files.createDirectories(directory);
        int number = ThreadLocalRandom.current().nextInt(1, 255);
        PrivateEngine engine = new PrivateEngine(directory, "hfchaos" + number);
        HostProgram.run("ip", "link", "add", engine.bridge, "type", "bridge");
        teardown.add(engine::shutDown);
        // From the range that is set aside for measuring networks, so that it hides no real one.
        HostProgram.run("ip", "address", "add", "198.18." + number + ".1/24", "dev", engine.bridge);
        engine.liveRestore(true);
        engine.startDaemon();
        HostProgram.run("sh", "-c", "docker save " + image + " | docker -H " + engine.address() + " load");
        return engine;
    }

    Path socket() {
        return directory.resolve("docker.sock");
    }

    private String address() {
        return "unix://" + socket();
    }

    /** Whether containers outlive the daemon. A daemon that runs takes it over at once. */
    void liveRestore(boolean on) throws IOException {
        Files.writeString(directory.resolve("daemon.json"), "{\"live-restore\": " + on + "}\n");
        if (daemon != null && daemon.isAlive()) {
            signal("HUP");
        }
    }

    void startDaemon() throws IOException, InterruptedException {
        if (daemon != null && daemon.isAlive()) {
            return;
        }
        // Both believe in a file of that kind as long as any process has the number in it.
        Files.deleteIfExists(directory.resolve("docker.pid"));
        Files.deleteIfExists(directory.resolve("exec/containerd/containerd.pid"));
        List<String> command = List.of(
                "setsid",
                "dockerd",
                "--config-file=" + directory.resolve("daemon.json"),
                "--data-root=" + directory.resolve("data"),
                "--exec-root=" + directory.resolve("exec"),
                "--pidfile=" + directory.resolve("docker.pid"),
                "--host=" + address(),
                "--bridge=" + bridge,
                "--iptables=false",
                "--ip-masq=false",
                "--ip-forward=false",
                "--shutdown-timeout=5");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("dockerd.log").toFile()))
                .start();
        daemon = ProcessIdentity.of(process.pid()).orElseThrow(() -> new IOException("dockerd ended at once"));
        Patience.until("the private engine answers", STARTS_WITHIN, this::answers);
    }

    /** In order: the daemon may first stop its containers. */
    void stopDaemon() throws InterruptedException {
        if (daemon != null) {
            new OrderlyStop(Duration.ofSeconds(40)).stop(daemon, StopSignal.TERM);
        }
    }

    void killDaemon() throws InterruptedException {
        if (daemon != null) {
            daemon.signal(StopSignal.KILL);
            ProcessIdentity killed = daemon;
            Patience.until("the engine is dead", STARTS_WITHIN, () -> !killed.isAlive());
        }
    }

    /** A container that does nothing; answers the id that the engine gave it. */
    String run(String name, Map<String, String> labels) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("run", "--detach", "--network=none", "--name", name));
        labels.forEach((label, value) -> arguments.addAll(List.of("--label", label + "=" + value)));
        arguments.addAll(List.of(ChaosStack.IMAGE, "sleep", "600"));
        return docker(arguments.toArray(String[]::new)).getLast();
    }

    void remove(String container) throws IOException, InterruptedException {
        docker("rm", "-f", container);
    }

    /** All that the engine has beside images and what it always has. */
    List<String> contents() throws IOException, InterruptedException {
        List<String> found = new ArrayList<>();
        containers("container {{.Names}} ({{.Status}})").forEach(found::add);
        docker("volume", "ls", "--format", "volume {{.Name}}").forEach(found::add);
        docker("network", "ls", "--format", "{{.Name}}").stream()
                .filter(name -> !BUILT_IN_NETWORKS.contains(name))
                .forEach(name -> found.add("network " + name));
        return found;
    }

    /** Those that keep an image for a while and are never started are left out. */
    private List<String> containers(String format) throws IOException, InterruptedException {
        return docker("ps", "-a", "--format", "{{.Label \"dev.holdfast.kept-image\"}}|" + format).stream()
                .filter(line -> line.startsWith("|"))
                .map(line -> line.substring(1))
                .toList();
    }

    private List<String> docker(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("docker", "-H", address()));
        command.addAll(List.of(arguments));
        return HostProgram.lines(command.toArray(String[]::new));
    }

    private boolean answers() {
        try {
            docker("version", "--format", "{{.Server.Version}}");
            return true;
        } catch (IOException notYet) {
            return false;
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void signal(String name) throws IOException {
        if (daemon != null) {
            new ProcessBuilder("kill", "-s", name, Long.toString(daemon.pid())).start();
        }
    }

    private void shutDown() throws IOException, InterruptedException {
        stopDaemon();
        HostProgram.run("ip", "link", "delete", bridge);
        // With live restore a daemon that ends leaves its directory as a mount of its own.
        for (String mount : Leftovers.mounts(directory).reversed()) {
            HostProgram.run("umount", mount);
        }
    }
}
