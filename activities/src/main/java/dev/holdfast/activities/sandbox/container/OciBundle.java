package dev.holdfast.activities.sandbox.container;

import dev.holdfast.activities.sandbox.home.HostCapabilities;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.Network;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** How a request becomes a container of a bare runtime: every limit and every hardening in the words of the OCI. */
final class OciBundle {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final long CPU_PERIOD_MICROS = 100_000;
    private static final List<String> CAPABILITIES = List.of("CAP_SETUID", "CAP_SETGID", "CAP_KILL");
    private static final String USUAL_PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    /** What containers of engines do not see either: it tells of the host, or changes it. */
    private static final List<String> MASKED = List.of(
            "/proc/asound",
            "/proc/acpi",
            "/proc/kcore",
            "/proc/keys",
            "/proc/latency_stats",
            "/proc/timer_list",
            "/proc/timer_stats",
            "/proc/sched_debug",
            "/proc/scsi",
            "/sys/firmware",
            "/sys/devices/virtual/powercap");

    private static final List<String> READ_ONLY =
            List.of("/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger");

    private final Interior interior;
    private final NameFiles names;
    private final JsonNode seccomp;

    OciBundle(Interior interior, NameFiles names, String seccompProfile) {
        this.interior = interior;
        this.names = names;
        this.seccomp = ofThisProcessor(seccompProfile);
    }

    /** The container of a sandbox. */
    byte[] of(ContainerParts parts, ControlGroup group, Path root) {
        return config(parts, group, root, interior.command(parts));
    }

    /** One that is made like it and ends at once, so that all places that things are mounted at are there. */
    byte[] rehearsal(ContainerParts parts, ControlGroup group, Path root) {
        return config(parts, group, root, List.of(Interior.SUPERVISOR, "version"));
    }

    /** Where something is mounted that the image may not have a place for. */
    List<String> places(ContainerParts parts) {
        return mounts(parts).stream()
                .map(mount -> String.valueOf(mount.get("destination")))
                .sorted()
                .toList();
    }

    private byte[] config(ContainerParts parts, ControlGroup group, Path root, List<String> command) {
        Map<String, Object> config = new LinkedHashMap<>();
        config.put("ociVersion", "1.0.2");
        config.put("process", process(parts, command));
        config.put("root", Map.of("path", root.toString(), "readonly", true));
        config.put("hostname", Interior.HOST_NAME);
        config.put("mounts", mounts(parts));
        config.put("annotations", parts.labels());
        config.put("linux", linux(parts, group));
        return JSON.writeValueAsBytes(config);
    }

    private Map<String, Object> process(ContainerParts parts, List<String> command) {
        long openFiles = Objects.requireNonNull(parts.request().limits().openFiles());
        Map<String, Object> process = new LinkedHashMap<>();
        process.put("user", Map.of("uid", 0, "gid", 0));
        process.put("args", command);
        process.put("env", environment(parts));
        process.put("cwd", "/");
        process.put(
                "capabilities", Map.of("bounding", CAPABILITIES, "effective", CAPABILITIES, "permitted", CAPABILITIES));
        process.put("rlimits", List.of(limit("RLIMIT_NOFILE", openFiles), limit("RLIMIT_CORE", 0)));
        process.put("noNewPrivileges", true);
        if (HostCapabilities.mayLowerOomScore()) {
            process.put("oomScoreAdj", Interior.OOM_SCORE);
        }
        return process;
    }

    /** What the image says, and ours, which comes last and wins. */
    private List<String> environment(ContainerParts parts) {
        Map<String, String> environment = new LinkedHashMap<>();
        Stream.of(
                        List.of(USUAL_PATH, "HOSTNAME=" + Interior.HOST_NAME),
                        parts.image().env(),
                        interior.environment(parts))
                .flatMap(List::stream)
                .forEach(entry -> environment.put(entry.substring(0, Math.max(entry.indexOf('='), 0)), entry));
        return List.copyOf(environment.values());
    }

    private static Map<String, Object> limit(String type, long value) {
        return Map.of("type", type, "hard", value, "soft", value);
    }

    private List<Map<String, Object>> mounts(ContainerParts parts) {
        List<Map<String, Object>> mounts = new ArrayList<>(List.of(
                mount("/proc", "proc", "proc", "nosuid,noexec,nodev"),
                mount("/dev", "tmpfs", "tmpfs", "nosuid,strictatime,mode=755,size=65536k"),
                mount("/dev/pts", "devpts", "devpts", "nosuid,noexec,newinstance,ptmxmode=0666,mode=0620,gid=5"),
                mount("/sys", "sysfs", "sysfs", "nosuid,noexec,nodev,ro"),
                mount("/sys/fs/cgroup", "cgroup", "cgroup", "ro,nosuid,noexec,nodev"),
                mount("/dev/mqueue", "mqueue", "mqueue", "nosuid,noexec,nodev"),
                mount(
                        "/dev/shm",
                        "tmpfs",
                        "shm",
                        "nosuid,noexec,nodev,mode=1777,size="
                                + Interior.sharedMemory(parts.request().limits()))));
        interior.temporaryFileSystems(parts)
                .forEach((place, options) -> mounts.add(mount(place, "tmpfs", "tmpfs", options)));
        long temporary = Objects.requireNonNull(parts.request().limits().tmp()).bytes();
        interior.imageVolumes(parts)
                .forEach(place -> mounts.add(
                        mount(place, "tmpfs", "tmpfs", "rw,noexec,nosuid,nodev,mode=1777,size=" + temporary)));
        names.binds(parts.request().network()).forEach(bind -> mounts.add(bind(bind)));
        interior.binds(parts).forEach(bind -> mounts.add(bind(bind)));
        return mounts;
    }

    private static Map<String, Object> bind(Interior.Bind bind) {
        return mount(
                bind.target(),
                "bind",
                bind.source().toString(),
                bind.readOnly() ? "rbind,rprivate,ro" : "rbind,rprivate");
    }

    private static Map<String, Object> mount(String place, String type, String source, String options) {
        return Map.of(
                "destination", place, "type", type, "source", source, "options", Arrays.asList(options.split(",", -1)));
    }

    private Map<String, Object> linux(ContainerParts parts, ControlGroup group) {
        boolean ownNetwork = parts.request().network() == Network.NONE;
        Map<String, Object> linux = new LinkedHashMap<>();
        if (ownNetwork) {
            // As engines have it: harmless in a namespace of its own.
            linux.put(
                    "sysctl",
                    Map.of("net.ipv4.ip_unprivileged_port_start", "0", "net.ipv4.ping_group_range", "0 2147483647"));
        }
        linux.put("resources", resources(parts.request().limits()));
        linux.put("cgroupsPath", group.path());
        linux.put("namespaces", namespaces(ownNetwork, group.unified()));
        linux.put("maskedPaths", MASKED);
        linux.put("readonlyPaths", READ_ONLY);
        linux.put("seccomp", seccomp);
        return linux;
    }

    /** Version 1 shows a container its own groups anyway; of version 2 it would see everybody's. */
    private static List<Map<String, String>> namespaces(boolean ownNetwork, boolean ownControlGroups) {
        return Stream.of("mount", "uts", "pid", "ipc", "network", "cgroup")
                .filter(type -> ownNetwork || !type.equals("network"))
                .filter(type -> ownControlGroups || !type.equals("cgroup"))
                .map(type -> Map.of("type", type))
                .toList();
    }

    private static Map<String, Object> resources(Limits limits) {
        long memory = Objects.requireNonNull(limits.memory()).bytes();
        long quota = Math.round(Objects.requireNonNull(limits.cpus()) * CPU_PERIOD_MICROS);
        return Map.of(
                "devices",
                List.of(Map.of("allow", false, "access", "rwm")),
                "memory",
                Map.of("limit", memory, "swap", memory),
                "cpu",
                Map.of("quota", quota, "period", CPU_PERIOD_MICROS),
                "pids",
                Map.of("limit", Interior.pids(limits)));
    }

    /** Engines read a profile of several processors and choose; a runtime is told. */
    private static JsonNode ofThisProcessor(String profile) {
        ObjectNode seccomp = (ObjectNode) JSON.readTree(profile);
        seccomp.remove("archMap");
        String architecture =
                System.getProperty("os.arch").equals("aarch64") ? "SCMP_ARCH_AARCH64" : "SCMP_ARCH_X86_64";
        seccomp.putArray("architectures").add(architecture);
        return seccomp;
    }
}
