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
    private final ChaosStack stack;

    Leftovers(ChaosStack stack) {
        this.stack = stack;
    }

    List<String> find() throws IOException, InterruptedException {
        List<String> found = new ArrayList<>(stack.engine().contents());
        for (Path home : homes()) {
            entries(home.resolve("sandboxes")).forEach(entry -> found.add("directory " + entry));
            mounts(home.resolve("sandboxes")).forEach(mount -> found.add("mount " + mount));
            groups(home).forEach(group -> found.add("control group " + group));
            loopDevices(home.resolve("sandboxes")).forEach(device -> found.add("loop device " + device));
        }
        processes().forEach(process -> found.add("process " + process));
        return found;
    }

    private List<Path> homes() {
        return List.of(stack.directory(), stack.directory().resolve("other-host"));
    }

    /** Of containers that no engine knows of. */
    private static List<Path> groups(Path home) throws IOException {
        String instance = read(home.resolve("instance")).strip();
        List<Path> found = new ArrayList<>();
        for (Path hierarchy : entries(Path.of("/sys/fs/cgroup"))) {
            entries(hierarchy.resolve("holdfast")).stream()
                    .filter(group -> !instance.isEmpty()
                            && group.getFileName().toString().startsWith(instance + "-"))
                    .forEach(found::add);
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
