package dev.holdfast.cli.doctor;

import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.InvalidFieldException;
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
    private static final DataSize COMFORTABLE = DataSize.ofGibibytes(5);
    /** Below it a host lets no task in; its default is the worker's. */
    private static final String LOW_WATER = "HOLDFAST_SANDBOXES_LEAST_FREE_DISK";

    private static final String USUAL_LOW_WATER = "1g";

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
            String least = System.getenv().getOrDefault(LOW_WATER, USUAL_LOW_WATER);
            return disk(home, Files.getFileStore(there).getUsableSpace(), DataSize.parse(LOW_WATER, least));
        } catch (IOException e) {
            return Finding.problem("disk", home + " cannot be read: " + e.getMessage(), "check its permissions");
        } catch (InvalidFieldException wrong) {
            return Finding.problem("disk", String.valueOf(wrong.getMessage()), "correct or unset " + LOW_WATER);
        }
    }

    static Finding disk(Path home, long free, DataSize least) {
        String text = String.format(Locale.ROOT, "%.1f GB free at %s", free / 1e9, home);
        if (free < least.bytes()) {
            return Finding.problem(
                    "disk",
                    text + ", less than the " + least + " that are kept free: no task is let in",
                    "free some space, remove old tasks (holdfast prune), or lower " + LOW_WATER);
        }
        return free >= COMFORTABLE.bytes()
                ? Finding.ok("disk", text)
                : Finding.warning("disk", text, "free some space, or set HOLDFAST_HOME to a larger disk");
    }
}
