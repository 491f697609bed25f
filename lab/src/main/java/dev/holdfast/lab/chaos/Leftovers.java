package dev.holdfast.lab.chaos;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What tasks left on this machine: in the engine, as mounts, directories and processes. */
final class Leftovers {
    private static final Path CONTROL_GROUPS = Path.of("/sys/fs/cgroup");

    private final ChaosStack stack;

    Leftovers(ChaosStack stack) {
        this.stack = stack;
    }

    List<String> find() throws IOException, InterruptedException {
        List<String> found = new ArrayList<>(stack.engine().contents());
        for (Path home : homes()) {
            found.addAll(in(home));
        }
        processes().forEach(process -> found.add("process " + process));
        return found;
    }

    /** Of one worker's directory. Nothing stays mounted below its views of images: only rehearsals mount something there. */
    static List<String> in(Path home) throws IOException {
        List<String> found = new ArrayList<>();
        entries(home.resolve("sandboxes")).forEach(entry -> found.add("directory " + entry));
        rehearsals(home).forEach(rehearsal -> found.add("rehearsal " + rehearsal));
        mounts(home.resolve("sandboxes")).forEach(mount -> found.add("mount " + mount));
        mounts(home.resolve("roots")).forEach(mount -> found.add("mount " + mount));
        groups(home).forEach(group -> found.add("control group " + group));
        notes(home).forEach(note -> found.add("runtime's note " + note));
        loopDevices(home.resolve("sandboxes")).forEach(device -> found.add("loop device " + device));
        return found;
    }

    private static List<Path> rehearsals(Path home) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path image : entries(home.resolve("roots"))) {
            found.addAll(named("new-", entries(image)));
        }
        return found;
    }

    /** A runtime may keep things of its own beside them. */
    private static List<Path> notes(Path home) throws IOException {
        List<Path> notes = entries(home.resolve("runtime"));
        return Stream.concat(named("hf-", notes).stream(), named("rehearsal-", notes).stream())
                .toList();
    }

    private static List<Path> named(String beginning, List<Path> paths) {
        return paths.stream()
                .filter(path -> path.getFileName().toString().startsWith(beginning))
                .toList();
    }

    private List<Path> homes() {
        return List.of(stack.directory(), stack.directory().resolve("other-host"));
    }

    /** Of containers that no engine knows of, sandboxes and rehearsals. */
    private static List<Path> groups(Path home) throws IOException {
        String instance = read(home.resolve("instance")).strip();
        List<Path> found = new ArrayList<>();
        if (!instance.isEmpty()) {
            List<Path> hierarchies = new ArrayList<>(entries(CONTROL_GROUPS));
            // Version 2 has one for all.
            hierarchies.add(CONTROL_GROUPS);
            for (Path hierarchy : hierarchies) {
                found.addAll(named(instance + "-", entries(hierarchy.resolve("holdfast"))));
            }
        }
        return found;
    }

    private static List<Path> entries(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList();
        }
    }

    static List<String> mounts(Path below) {
        return read(Path.of("/proc/self/mountinfo"))
                .lines()
                .map(line -> line.split(" ", -1)[4])
                .filter(point -> point.startsWith(below.toString()))
                .toList();
    }

    private static List<String> loopDevices(Path below) throws IOException {
        List<String> found = new ArrayList<>();
        for (Path device : entries(Path.of("/sys/block"))) {
            String file = read(device.resolve("loop/backing_file")).strip();
            if (file.startsWith(below.toString())) {
                found.add(device.getFileName() + " on " + file);
            }
        }
        return found;
    }

    /** Shims and supervisors of the private engine's containers name its directory or their sandbox. */
    private List<String> processes() {
        String engine = stack.directory().resolve("engine").toString();
        return ProcessHandle.allProcesses()
                .map(process -> process.pid() + " "
                        + read(Path.of("/proc", Long.toString(process.pid()), "cmdline"))
                                .replace('\0', ' '))
                .filter(process -> process.contains("containerd-shim") && process.contains(engine))
                .toList();
    }

    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }
}
