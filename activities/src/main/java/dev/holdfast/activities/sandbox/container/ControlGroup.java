package dev.holdfast.activities.sandbox.container;

import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.home.Patience;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The control group of one container: as long as the kernel counts a process in it, the container lives. */
final class ControlGroup {
    private static final Path HOST = Path.of("/sys/fs/cgroup");
    private static final String ABOVE_ALL = "/holdfast/";

    private static final Duration UNTIL_GONE = Duration.ofSeconds(20);
    private static final Duration UNTIL_EMPTY = Duration.ofSeconds(5);

    private final Path root;
    private final String path;

    ControlGroup(String instance, SandboxId id) {
        this(instance + "-" + id);
    }

    ControlGroup(String name) {
        this(HOST, name);
    }

    /** @param root where control groups are mounted */
    ControlGroup(Path root, String name) {
        this.root = root;
        this.path = ABOVE_ALL + name;
    }

    /** Whether it is of version 2, which has one hierarchy for all. */
    boolean unified() {
        return Files.exists(root.resolve("cgroup.controllers"));
    }

    /** As a runtime wants it: below the root of each hierarchy. */
    String path() {
        return path;
    }

    /** A process that is dead and only waits to be collected does not count. */
    boolean populated() {
        return !processes().isEmpty();
    }

    List<String> processes() {
        return directories().stream()
                .flatMap(directory -> read(directory.resolve("cgroup.procs")).stream())
                .flatMap(String::lines)
                .distinct()
                .toList();
    }

    boolean exists() {
        return everywhere().stream().anyMatch(Files::isDirectory);
    }

    /** Kills what is in it and removes it from every hierarchy. What cannot be removed in time stays; callers look. */
    void remove() {
        // The kernel lets go of a group a moment after its last process.
        Patience.until(UNTIL_GONE, this::removed);
    }

    private boolean removed() {
        processes().stream()
                .map(Long::parseLong)
                .flatMap(process -> ProcessHandle.of(process).stream())
                .forEach(ProcessHandle::destroyForcibly);
        Patience.until(UNTIL_EMPTY, () -> !populated());
        for (Path directory : everywhere()) {
            try {
                Files.deleteIfExists(directory);
            } catch (IOException busy) {
                // It is tried again.
            }
        }
        return !exists();
    }

    /** Whether the kernel had to kill for want of memory; false when the group is gone. */
    boolean ranOutOfMemory() {
        return directories().stream()
                .flatMap(directory -> Stream.of("memory.oom_control", "memory.events")
                        .flatMap(file -> read(directory.resolve(file)).stream()))
                .flatMap(String::lines)
                .anyMatch(line -> line.startsWith("oom_kill ") && !line.equals("oom_kill 0"));
    }

    /** One in version 2 of control groups; of version 1 the two that every container is in and that say what we ask. */
    private List<Path> directories() {
        String below = path.substring(1);
        return unified()
                ? List.of(root.resolve(below))
                : List.of(
                        root.resolve("memory").resolve(below),
                        root.resolve("pids").resolve(below));
    }

    private List<Path> everywhere() {
        String below = path.substring(1);
        if (unified()) {
            return List.of(root.resolve(below));
        }
        try (Stream<Path> hierarchies = Files.list(root)) {
            return hierarchies.map(hierarchy -> hierarchy.resolve(below)).toList();
        } catch (IOException none) {
            return List.of();
        }
    }

    private static Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }
}
