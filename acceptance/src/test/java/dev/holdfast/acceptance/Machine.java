package dev.holdfast.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What can be seen from outside of a sandbox: the engine's containers and the kernel's own lists. */
final class Machine {
    private Machine() {}

    /** How long something may take that takes so long on an idle machine: in proportion to how busy this one is. */
    static long underLoadMs(long idleMs) {
        String first = read(Path.of("/proc/loadavg")).split(" ", -1)[0];
        double load = first.isEmpty() ? 1 : Double.parseDouble(first);
        return Math.round(idleMs * Math.max(1, load / Runtime.getRuntime().availableProcessors()));
    }

    static List<String> containersLabelled(String name, String value) {
        return lines(Shell.succeed(List.of(
                "docker",
                "ps",
                "-a",
                "--filter",
                "label=" + name + "=" + value,
                "--format",
                "{{.Names}} ({{.Status}})")));
    }

    /** In any state. */
    static List<String> containersNamed(String name) {
        return lines(Shell.succeed(List.of(
                "docker", "ps", "-a", "--filter", "name=^/" + name + "$", "--format", "{{.Names}} ({{.Status}})")));
    }

    static List<String> volumesLabelled(String name, String value) {
        return lines(Shell.succeed(List.of("docker", "volume", "ls", "-q", "--filter", "label=" + name + "=" + value)));
    }

    static List<String> mountsBelow(Path directory) {
        return read(Path.of("/proc/self/mountinfo"))
                .lines()
                .map(line -> line.split(" ", -1)[4])
                .filter(point -> point.startsWith(directory + "/") || point.equals(directory.toString()))
                .toList();
    }

    static List<String> loopDevicesBelow(Path directory) {
        List<String> found = new ArrayList<>();
        try (DirectoryStream<Path> devices = Files.newDirectoryStream(Path.of("/sys/block"), "loop*")) {
            for (Path device : devices) {
                String file = read(device.resolve("loop/backing_file")).strip();
                if (file.startsWith(directory.toString())) {
                    found.add(device.getFileName() + " on " + file);
                }
            }
        } catch (IOException noLoopDevices) {
            return List.of();
        }
        return found;
    }

    /** Processes with this text in their command or their environment, other than this one. */
    static List<String> processesMentioning(String text) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.pid() != ProcessHandle.current().pid())
                .filter(process -> Stream.of("cmdline", "environ")
                        .anyMatch(file -> read(Path.of("/proc", Long.toString(process.pid()), file))
                                .contains(text)))
                .map(process -> process.pid() + " "
                        + read(Path.of("/proc", Long.toString(process.pid()), "cmdline"))
                                .replace('\0', ' '))
                .toList();
    }

    /** Control groups of a container that no engine knows of. */
    static List<String> groupsOf(String instance, String sandbox) {
        String name = "holdfast/" + instance + "-" + sandbox;
        Path all = Path.of("/sys/fs/cgroup");
        return Stream.concat(Stream.of(all), entriesOf(all).stream().map(all::resolve))
                .map(hierarchy -> hierarchy.resolve(name))
                .filter(Files::exists)
                .map(Path::toString)
                .toList();
    }

    static List<String> entriesOf(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString()).toList();
        } catch (IOException none) {
            return List.of();
        }
    }

    static void delete(Path directory) {
        Shell.succeed(List.of("rm", "-rf", "--one-file-system", "--", directory.toString()));
    }

    static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }

    static String readText(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> lines(String text) {
        return text.lines().filter(line -> !line.isBlank()).toList();
    }
}
