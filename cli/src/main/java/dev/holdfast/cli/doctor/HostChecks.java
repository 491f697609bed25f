package dev.holdfast.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/** The machine itself: Java, kernel features, disk. */
final class HostChecks {
    private static final int LEAST_JAVA = 21;
    private static final long LEAST_FREE = 5L << 30;

    private final Path home;

    HostChecks(Path home) {
        this.home = home;
    }

    List<Finding> run() {
        return List.of(jdk(Runtime.version().feature()), cgroup(), seccomp(), loopDevices(), disk());
    }

    static Finding jdk(int feature) {
        return feature >= LEAST_JAVA
                ? Finding.ok("jdk", "Java " + Runtime.version())
                : Finding.problem(
                        "jdk",
                        "Java " + feature + " is older than " + LEAST_JAVA,
                        "install a JDK " + LEAST_JAVA + " or newer, or point HOLDFAST_JAVA_HOME at one");
    }

    private static Finding cgroup() {
        if (Files.exists(Path.of("/sys/fs/cgroup/cgroup.controllers"))) {
            return Finding.ok("cgroup", "version 2");
        }
        return Files.isDirectory(Path.of("/sys/fs/cgroup/memory"))
                ? Finding.ok("cgroup", "version 1")
                : Finding.warning(
                        "cgroup", "no memory controller is mounted", "mount cgroups, else limits cannot be enforced");
    }

    private static Finding seccomp() {
        try {
            boolean there = Files.readString(Path.of("/proc/self/status")).contains("Seccomp:");
            return there
                    ? Finding.ok("seccomp", "the kernel filters system calls")
                    : Finding.warning("seccomp", "not in this kernel", "use a kernel with CONFIG_SECCOMP_FILTER");
        } catch (IOException e) {
            return Finding.warning("seccomp", "cannot be learnt here: " + e.getMessage(), "run the worker on Linux");
        }
    }

    private static Finding loopDevices() {
        return Files.exists(Path.of("/dev/loop-control")) && "root".equals(System.getProperty("user.name"))
                ? Finding.ok("quota", "workspaces get a file system of their own, with limits of bytes and files")
                : Finding.warning(
                        "quota",
                        "no loop devices, or not root: a workspace's limits of bytes and files are not enforced",
                        "run the worker as root on a host with /dev/loop-control");
    }

    private Finding disk() {
        try {
            // The home may not be there yet; its nearest directory that is lies on the same disk.
            Path there = Stream.iterate(home.toAbsolutePath(), Objects::nonNull, Path::getParent)
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow();
            long free = Files.getFileStore(there).getUsableSpace();
            String text = String.format(Locale.ROOT, "%.1f GB free at %s", free / 1e9, home);
            return free >= LEAST_FREE
                    ? Finding.ok("disk", text)
                    : Finding.problem("disk", text, "free some space, or set HOLDFAST_HOME to a larger disk");
        } catch (IOException e) {
            return Finding.problem("disk", home + " cannot be read: " + e.getMessage(), "check its permissions");
        }
    }
}
