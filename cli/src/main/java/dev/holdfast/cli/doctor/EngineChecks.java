package dev.holdfast.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The container engine: whether it answers, what it can limit, what it is known for, and the base image. */
final class EngineChecks {
    private static final String UNIX = "unix://";
    private static final int LEAST_API = 40;
    private static final Duration MOST_SKEW = Duration.ofSeconds(5);

    private final Map<String, String> environment;

    EngineChecks(Map<String, String> environment) {
        this.environment = environment;
    }

    List<Finding> run() {
        String named = named();
        if (!named.isEmpty() && !named.startsWith(UNIX)) {
            return List.of(Finding.problem(
                    "engine",
                    named + " is not a unix socket; sandboxes live on the worker's own host",
                    "run a worker beside that engine, or unset DOCKER_HOST to use this machine's"));
        }
        Optional<Path> socket = sockets().filter(Files::exists).findFirst();
        if (socket.isEmpty()) {
            return List.of(Finding.warning(
                    "engine",
                    "no container engine answers, so steps run as local processes without isolation",
                    "run deploy/scripts/ensure-engine and deploy/scripts/ensure-image, or set DOCKER_HOST"));
        }
        UnixHttp engine = new UnixHttp(socket.get());
        try {
            JsonNode version = engine.get("/version");
            JsonNode info = engine.get("/info");
            List<Finding> findings = new ArrayList<>();
            findings.add(api(version));
            findings.add(limits(info));
            findings.add(filters(info));
            findings.add(runtime(version));
            findings.add(runtimes(info, environment.get("HOLDFAST_SANDBOXES_RUNTIME")));
            findings.add(user(info, System.getProperty("user.name", "")));
            findings.add(clock(info, Instant.now()));
            findings.add(image(engine));
            return findings;
        } catch (IOException e) {
            return List.of(Finding.problem(
                    "engine",
                    "nobody answers at " + socket.get() + ": " + e.getMessage(),
                    "start the engine (deploy/scripts/ensure-engine), or check the socket's permissions"));
        }
    }

    private Stream<Path> sockets() {
        if (!named().isEmpty()) {
            return Stream.of(Path.of(named().substring(UNIX.length())));
        }
        Stream<String> own = Stream.ofNullable(environment.get("XDG_RUNTIME_DIR"))
                .flatMap(run -> Stream.of(run + "/docker.sock", run + "/podman/podman.sock"));
        return Stream.concat(Stream.of("/var/run/docker.sock", "/run/podman/podman.sock"), own)
                .map(Path::of);
    }

    private String named() {
        return environment.getOrDefault("HOLDFAST_SANDBOXES_ENGINE", environment.getOrDefault("DOCKER_HOST", ""));
    }

    /** Whether the runtime that the operator chose is one that the engine knows. */
    static Finding runtimes(JsonNode info, @Nullable String chosen) {
        List<String> known =
                info.path("Runtimes").propertyNames().stream().sorted().toList();
        if (chosen == null || known.contains(chosen)) {
            return Finding.ok("runtimes", known + (chosen == null ? "" : ", of which " + chosen + " is used"));
        }
        return Finding.problem(
                "runtimes",
                "HOLDFAST_SANDBOXES_RUNTIME is " + chosen + " and the engine knows only " + known,
                "register it with the engine, or choose another");
    }

    /** A worker that is not root cannot share files with an engine that is. */
    static Finding user(JsonNode info, String user) {
        boolean rootless = info.path("SecurityOptions").toString().contains("rootless");
        return rootless || user.equals("root")
                ? Finding.ok("user", user + ", with a " + (rootless ? "rootless" : "rootful") + " engine")
                : Finding.warning(
                        "user",
                        "the engine runs as root and " + user + " does not, so steps run as local processes",
                        "run the worker as root, or a rootless engine as " + user);
    }

    static Finding api(JsonNode version) {
        String api = version.path("ApiVersion").asString("0");
        String text = "version " + version.path("Version").asString("?") + ", API " + api;
        return minor(api) >= LEAST_API
                ? Finding.ok("engine", text)
                : Finding.problem("engine", text + " is older than 1." + LEAST_API, "install a newer engine");
    }

    private static int minor(String api) {
        return api.matches("1\\.\\d{1,6}") ? Integer.parseInt(api.substring(2)) : 0;
    }

    static Finding limits(JsonNode info) {
        List<String> missing = Stream.of("MemoryLimit", "SwapLimit", "PidsLimit", "CpuCfsQuota")
                .filter(limit -> !info.path(limit).asBoolean(false))
                .toList();
        return missing.isEmpty()
                ? Finding.ok("limits", "the engine can limit memory, swap, processes and CPU")
                : Finding.warning("limits", "the engine cannot enforce " + missing, "enable these cgroup controllers");
    }

    static Finding filters(JsonNode info) {
        boolean seccomp = info.path("SecurityOptions").toString().contains("seccomp");
        return seccomp
                ? Finding.ok("profile", "the engine applies seccomp profiles")
                : Finding.warning("profile", "the engine knows no seccomp", "use an engine built with seccomp");
    }

    static Finding runtime(JsonNode version) {
        for (JsonNode component : version.path("Components")) {
            if (component.path("Name").asString("").equals("runc")) {
                String runc = component.path("Version").asString("");
                return RuncAdvisories.against(runc)
                        .map(known -> Finding.warning(
                                "runc",
                                runc + ": upstream's fix for " + known + " came later",
                                "update runc unless your distribution has mended this version, or use runsc"))
                        .orElse(Finding.ok("runc", runc));
            }
        }
        return Finding.ok("runc", "not used by this engine");
    }

    static Finding clock(JsonNode info, Instant now) {
        try {
            Instant engine = Instant.parse(info.path("SystemTime").asString(""));
            Duration skew = Duration.between(engine, now).abs();
            return skew.compareTo(MOST_SKEW) <= 0
                    ? Finding.ok("clock", "within " + skew.toMillis() + " ms of the engine's")
                    : Finding.warning("clock", "differs from the engine's by " + skew, "synchronise the clocks");
        } catch (DateTimeParseException unknown) {
            return Finding.warning("clock", "the engine does not tell its time", "check that the clocks agree");
        }
    }

    private Finding image(UnixHttp engine) throws IOException {
        String name = environment.getOrDefault("HOLDFAST_IMAGE", "debian:bookworm-slim");
        for (JsonNode image : engine.get("/images/json")) {
            for (JsonNode tag : image.path("RepoTags")) {
                if (tag.asString("").equals(name)) {
                    return Finding.ok("image", name + " is there");
                }
            }
        }
        return Finding.warning("image", name + " is not there", "run deploy/scripts/ensure-image " + name);
    }
}
