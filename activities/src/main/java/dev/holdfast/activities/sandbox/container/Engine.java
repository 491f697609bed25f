package dev.holdfast.activities.sandbox.container;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Info;
import com.github.dockerjava.api.model.Version;
import com.github.dockerjava.core.DefaultDockerClientConfig;
import com.github.dockerjava.core.DockerClientImpl;
import com.github.dockerjava.zerodep.ZerodepDockerHttpClient;
import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.home.User;
import dev.holdfast.contract.Executor;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An engine that answers: its client at a version of the API that both sides speak. */
final class Engine implements AutoCloseable {
    private static final int CONNECTIONS = 64;
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);
    /** The newest version that this code was written against; older engines get their own. */
    private static final String NEWEST_API = "1.43";

    private final DockerClient client;
    private final Executor kind;
    private final String description;
    private final boolean rootless;
    private final boolean remapping;

    private Engine(DockerClient client, Executor kind, String description, boolean rootless, boolean remapping) {
        this.client = client;
        this.kind = kind;
        this.description = description;
        this.rootless = rootless;
        this.remapping = remapping;
    }

    /** The first candidate that answers and is of the wanted kind. */
    static Engine find(SandboxConfig config, @Nullable Executor wanted) {
        List<EngineAddress> candidates = EngineDiscovery.of(config).candidates();
        List<String> problems = new ArrayList<>();
        for (EngineAddress candidate : candidates) {
            try {
                Engine engine = open(candidate, config.engineTimeout());
                if (wanted == null || wanted == engine.kind) {
                    return engine;
                }
                problems.add(candidate.host() + " is " + engine.description);
                engine.close();
            } catch (SandboxException unusable) {
                problems.add(candidate.host() + " (" + candidate.foundBy() + "): " + unusable.getMessage());
            }
        }
        String name = wanted == null ? "container" : wanted.json();
        throw new SandboxException(
                SandboxError.ENGINE_UNAVAILABLE,
                "no " + name + " engine answers"
                        + (problems.isEmpty() ? "" : " (" + String.join("; ", problems) + ")")
                        + "; start one, or point DOCKER_HOST at one, or run deploy/scripts/ensure-engine");
    }

    static Engine open(EngineAddress address, Duration timeout) {
        if (!address.host().startsWith("unix://")) {
            throw new SandboxException(
                    SandboxError.ENGINE_UNAVAILABLE,
                    "an engine must run on this host and be reached by a unix socket, because sandboxes are; run a"
                            + " worker on the engine's host");
        }
        DockerClient probe = client(address, "", Duration.ofSeconds(10));
        try {
            Version version = probe.versionCmd().exec();
            Info info = probe.infoCmd().exec();
            boolean podman = isPodman(version);
            Engine engine = new Engine(
                    client(address, older(version.getApiVersion(), NEWEST_API), timeout),
                    podman ? Executor.PODMAN : Executor.DOCKER,
                    (podman ? "Podman " : "Docker ") + version.getVersion() + " at " + address.host() + " ("
                            + address.foundBy() + ")",
                    hasOption(info, "rootless"),
                    hasOption(info, "userns"));
            engine.requireReachableSandboxes();
            return engine;
        } catch (RuntimeException failed) {
            throw EngineErrors.translate(failed, "asking the engine for its version");
        } finally {
            closeQuietly(probe);
        }
    }

    DockerClient client() {
        return client;
    }

    Executor kind() {
        return kind;
    }

    /** E.g. {@code Docker 20.10.24 at unix:///var/run/docker.sock (DOCKER_HOST)}. */
    String description() {
        return description;
    }

    boolean rootless() {
        return rootless;
    }

    /** Whether users in its containers, and in its images on disk, are others than their numbers say. */
    boolean mapsUsers() {
        return rootless || remapping;
    }

    /** The supervisor's directory is open to root alone, so either we are root or its root is us. */
    private void requireReachableSandboxes() {
        if (!User.current().root() && !rootless) {
            throw new SandboxException(
                    SandboxError.ENGINE_UNAVAILABLE,
                    "the engine runs as root and this worker does not, so it could not reach its sandboxes; run the worker"
                            + " as root or use a rootless engine");
        }
    }

    private static DockerClient client(EngineAddress address, String apiVersion, Duration timeout) {
        DefaultDockerClientConfig.Builder config =
                DefaultDockerClientConfig.createDefaultConfigBuilder().withDockerHost(address.host());
        if (!apiVersion.isEmpty()) {
            config.withApiVersion(apiVersion);
        }
        return DockerClientImpl.getInstance(
                config.build(),
                new ZerodepDockerHttpClient.Builder()
                        .dockerHost(URI.create(address.host()))
                        .maxConnections(CONNECTIONS)
                        .connectionTimeout(CONNECT_WITHIN)
                        .responseTimeout(timeout)
                        .build());
    }

    private static boolean isPodman(Version version) {
        return version.getComponents() != null
                && version.getComponents().stream()
                        .anyMatch(component -> component.getName() != null
                                && component.getName().contains("Podman"));
    }

    private static boolean hasOption(Info info, String name) {
        return info.getSecurityOptions() != null
                && info.getSecurityOptions().stream().anyMatch(option -> option.contains(name));
    }

    static String older(String one, String other) {
        return minor(one) <= minor(other) ? one : other;
    }

    private static int minor(String version) {
        return Integer.parseInt(version.substring(version.indexOf('.') + 1).replaceAll("[^0-9].*", ""));
    }

    private static void closeQuietly(DockerClient client) {
        try {
            client.close();
        } catch (IOException closedAnyway) {
            // Nothing was asked of it any more.
        }
    }

    @Override
    public void close() {
        closeQuietly(client);
    }
}
