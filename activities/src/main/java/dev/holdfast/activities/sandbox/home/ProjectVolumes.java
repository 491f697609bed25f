package dev.holdfast.activities.sandbox.home;

import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.contract.Cache;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.Volume;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Volumes and caches of projects: directories of the host, each a file system of its own where its limit can be kept.
 * They are found by project and name alone, belong to no sandbox, and go only when somebody prunes them.
 */
public final class ProjectVolumes {
    /** In the container; a local sandbox sees the host's own path. */
    public static final String VARIABLE = "PROJECT_VOLUME";

    private static final String VOLUME = "volume";
    private static final String CACHE = "cache-";
    private static final String IMAGE = ".img";
    private static final String USED = ".used";
    private static final long FILES = Objects.requireNonNull(Limits.DEFAULTS.workspaceFiles());
    private static final Object ONE_AT_A_TIME = new Object();

    private final SandboxHome home;
    private final Path root;
    private final Workspaces workspaces;
    private final DataSize size;

    public ProjectVolumes(SandboxHome home, SandboxConfig config) {
        this.home = home;
        this.root = home.root().resolve("volumes");
        this.workspaces = Workspaces.open(home, config.workspaceQuota());
        this.size = config.rules().volumeSize();
    }

    /**
     * What a sandbox gets.
     *
     * @param targets places on the host by what they are in a container
     * @param environment how tools find them
     * @param warning what the user should know
     */
    public record Prepared(
            Map<Path, String> targets,
            Map<String, String> environment,
            @Nullable String warning) {}

    /** @param inContainer whether the sandbox sees them at places of its own */
    public Prepared prepare(SandboxRequest request, User owner, boolean inContainer) {
        Map<Path, String> targets = new TreeMap<>();
        Map<String, String> environment = new TreeMap<>();
        List<String> warnings = new ArrayList<>();
        if (request.volume() == Volume.PROJECT) {
            Path place = place(request.project(), VOLUME, owner, warnings);
            targets.put(place, "/volume");
            environment.put(VARIABLE, inContainer ? "/volume" : place.toString());
        }
        for (Cache cache : request.caches()) {
            Path place = place(request.project(), CACHE + cache.json(), owner, warnings);
            String target = "/caches/" + cache.json();
            targets.put(place, target);
            environment.putAll(cache.environment(inContainer ? target : place.toString()));
        }
        return new Prepared(targets, environment, warnings.isEmpty() ? null : warnings.getFirst());
    }

    private Path place(ProjectId project, String name, User owner, List<String> warnings) {
        Path directory = root.resolve(project.value());
        Path point = directory.resolve(name);
        synchronized (ONE_AT_A_TIME) {
            try {
                SandboxHome.ownDirectory(root);
                SandboxHome.ownDirectory(directory);
                String warning = workspaces.prepareKept(directory.resolve(name + IMAGE), point, size, FILES, owner);
                if (warning != null) {
                    warnings.add(warning);
                }
                // A checkout's owner may be another user than that of a fresh workspace; nobody else gets this far.
                Files.setPosixFilePermissions(point, PosixFilePermissions.fromString("rwxrwxrwx"));
                Path used = directory.resolve(name + USED);
                Files.write(used, new byte[0]);
                Files.setLastModifiedTime(used, FileTime.from(Instant.now()));
                return point;
            } catch (IOException failed) {
                throw new SandboxException(
                        SandboxError.INTERNAL,
                        "the " + name + " of project " + project + " cannot be used (" + failed.getMessage()
                                + "); prune it to begin anew",
                        failed);
            }
        }
    }

    public List<KeptDirectory> list() {
        List<KeptDirectory> found = new ArrayList<>();
        for (Path project : entries(root)) {
            for (Path entry : entries(project)) {
                if (Files.isDirectory(entry)) {
                    found.add(describe(new ProjectId(project.getFileName().toString()), entry));
                }
            }
        }
        return found;
    }

    /** Removes those that no sandbox has; answers which. */
    public List<KeptDirectory> prune(Predicate<KeptDirectory> unwanted) {
        List<KeptDirectory> removed = new ArrayList<>();
        synchronized (ONE_AT_A_TIME) {
            for (KeptDirectory kept : list()) {
                if (kept.users().isEmpty() && unwanted.test(kept) && remove(kept.path())) {
                    removed.add(kept);
                }
            }
        }
        return removed;
    }

    /** Takes file systems that no sandbox uses off the host's list of mounts; what is in them stays. */
    public void unmountIdle() {
        synchronized (ONE_AT_A_TIME) {
            list().stream()
                    .filter(kept -> kept.users().isEmpty())
                    .forEach(kept -> Workspaces.unmountBelow(kept.path()));
        }
    }

    private static boolean remove(Path point) {
        Workspaces.unmountBelow(point);
        if (!Mounts.below(point).isEmpty()) {
            return false;
        }
        Path project = Objects.requireNonNull(point.getParent());
        String name = point.getFileName().toString();
        List<String> command = List.of(
                "rm",
                "-rf",
                "--one-file-system",
                "--",
                point.toString(),
                project.resolve(name + IMAGE).toString(),
                project.resolve(name + USED).toString());
        return HostCommand.run(Duration.ofMinutes(2), command).succeeded();
    }

    private KeptDirectory describe(ProjectId project, Path point) {
        String name = point.getFileName().toString();
        Path image = point.resolveSibling(name + IMAGE);
        Path used = point.resolveSibling(name + USED);
        try {
            long bytes = Files.exists(image) ? blocks(image) * 512 : contents(point);
            Instant lastUsed =
                    Files.getLastModifiedTime(Files.exists(used) ? used : point).toInstant();
            return new KeptDirectory(project, name, point, bytes, lastUsed, users(project, name));
        } catch (IOException failed) {
            throw new SandboxException(SandboxError.INTERNAL, "'" + point + "' cannot be read: " + failed, failed);
        }
    }

    /** Every sandbox of the project counts, whatever it mounted: a cache is easier made again than mended. */
    private List<String> users(ProjectId project, String name) {
        return home.directories().stream()
                .filter(directory -> directory
                        .about()
                        .filter(about -> about.project().equals(project.value()))
                        .filter(about -> about.volumes().contains(name))
                        .isPresent())
                .map(directory -> directory.id().value())
                .toList();
    }

    /** What a request will have, as it is written down with its sandbox. */
    static List<String> names(SandboxRequest request) {
        List<String> names = new ArrayList<>();
        if (request.volume() == Volume.PROJECT) {
            names.add(VOLUME);
        }
        request.caches().forEach(cache -> names.add(CACHE + cache.json()));
        return names;
    }

    private static long blocks(Path image) {
        HostCommand.Result result =
                HostCommand.run(Duration.ofSeconds(20), List.of("stat", "-c", "%b", image.toString()));
        return result.succeeded() ? Long.parseLong(result.output()) : 0;
    }

    private static long contents(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    private static List<Path> entries(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.sorted().toList();
        } catch (IOException none) {
            return List.of();
        }
    }
}
