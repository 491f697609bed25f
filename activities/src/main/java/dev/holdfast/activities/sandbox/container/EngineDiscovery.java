package dev.holdfast.activities.sandbox.container;

import dev.holdfast.activities.sandbox.Fingerprint;
import dev.holdfast.activities.sandbox.SandboxConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Where to look for an engine, in the order in which the docker command would, then Podman's places. */
final class EngineDiscovery {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final @Nullable String configured;
    private final Map<String, String> environment;
    private final Path userHome;

    EngineDiscovery(@Nullable String configured, Map<String, String> environment, Path userHome) {
        this.configured = configured;
        this.environment = environment;
        this.userHome = userHome;
    }

    static EngineDiscovery of(SandboxConfig config) {
        return new EngineDiscovery(config.engineHost(), System.getenv(), Path.of(System.getProperty("user.home")));
    }

    /** An address that somebody chose is the only candidate: another engine would be a surprise. */
    List<EngineAddress> candidates() {
        if (configured != null) {
            return List.of(new EngineAddress(configured, "the operator's configuration"));
        }
        String fromEnvironment = environment.get("DOCKER_HOST");
        if (fromEnvironment != null && !fromEnvironment.isEmpty()) {
            return List.of(new EngineAddress(fromEnvironment, "DOCKER_HOST"));
        }
        List<EngineAddress> found = new ArrayList<>();
        currentContext().ifPresent(host -> found.add(new EngineAddress(host, "the current docker context")));
        add(found, Path.of("/var/run/docker.sock"), "Docker's default socket");
        add(found, userHome.resolve(".docker/run/docker.sock"), "Docker's socket of this user");
        String runtimeDirectory = environment.get("XDG_RUNTIME_DIR");
        if (runtimeDirectory != null && !runtimeDirectory.isEmpty()) {
            add(found, Path.of(runtimeDirectory, "docker.sock"), "Docker's rootless socket");
            add(found, Path.of(runtimeDirectory, "podman", "podman.sock"), "Podman's rootless socket");
        }
        add(found, Path.of("/run/podman/podman.sock"), "Podman's socket");
        return found;
    }

    private static void add(List<EngineAddress> found, Path socket, String foundBy) {
        String host = "unix://" + socket;
        if (Files.exists(socket)
                && found.stream().noneMatch(known -> known.host().equals(host))) {
            found.add(new EngineAddress(host, foundBy));
        }
    }

    private Optional<String> currentContext() {
        Path config = Path.of(environment.getOrDefault(
                "DOCKER_CONFIG", userHome.resolve(".docker").toString()));
        String name = environment.get("DOCKER_CONTEXT");
        if (name == null || name.isEmpty()) {
            name = read(config.resolve("config.json"))
                    .map(node -> node.path("currentContext").asString(""))
                    .orElse("");
        }
        if (name.isEmpty() || name.equals("default")) {
            return Optional.empty();
        }
        return read(config.resolve("contexts")
                        .resolve("meta")
                        .resolve(Fingerprint.of(name, 32))
                        .resolve("meta.json"))
                .map(node -> node.path("Endpoints").path("docker").path("Host").asString(""))
                .filter(host -> !host.isEmpty());
    }

    private static Optional<JsonNode> read(Path file) {
        try {
            return Optional.of(JSON.readTree(Files.readAllBytes(file)));
        } catch (IOException | JacksonException noneOfUse) {
            return Optional.empty();
        }
    }
}
