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
import tools.jackson.databind.JsonNode;

/** The container engine: whether it answers, what it can limit, what it is known for, and the base image. */
final class EngineChecks {
    private static final String UNIX = "unix://";
    private static final double LEAST_API = 1.40;
    private static final Duration MOST_SKEW = Duration.ofSeconds(5);

    private final Map<String, String> environment;

    EngineChecks(Map<String, String> environment) {
        this.environment = environment;
    }

    List<Finding> run() {
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
        String named = environment.getOrDefault("DOCKER_HOST", "");
        if (named.startsWith(UNIX)) {
            return Stream.of(Path.of(named.substring(UNIX.length())));
        }
        return Stream.of("/var/run/docker.sock", "/run/podman/podman.sock").map(Path::of);
    }

    static Finding api(JsonNode version) {
        String api = version.path("ApiVersion").asString("0");
        String text = "version " + version.path("Version").asString("?") + ", API " + api;
        return Double.parseDouble(api) >= LEAST_API
                ? Finding.ok("engine", text)
                : Finding.problem("engine", text + " is older than " + LEAST_API, "install a newer engine");
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
