package dev.holdfast.activities.sandbox.container;

import dev.holdfast.activities.sandbox.home.User;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.Network;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is inside a container of ours, whoever starts it: its program, its environment, and what is mounted where. */
final class Interior {
    static final String WORKSPACE = "/workspace";

    /** In a file system in memory that every container has, so that no image needs a place for it. */
    static final String OWN = "/dev/.holdfast";

    static final String SUPERVISOR = OWN + "/init";
    static final String CONTROL = OWN + "/control";
    static final String HOST_NAME = "sandbox";
    /** The workload dies before the supervisor when memory runs out. */
    static final int OOM_SCORE = -998;

    private static final String SECRETS = OWN + "/secrets";
    private static final String SECRET = "rw,noexec,nosuid,nodev,size=1m";
    private static final String CERTIFICATES = OWN + "/ca.crt";
    private static final String JAVA_CERTIFICATES = OWN + "/ca.jks";

    /** By which OpenSSL, Python, Node, curl, git and Cargo find it; Java wants a store of its own form. */
    private static final List<String> TRUST_VARIABLES = List.of(
            "SSL_CERT_FILE",
            "PIP_CERT",
            "REQUESTS_CA_BUNDLE",
            "NODE_EXTRA_CA_CERTS",
            "CURL_CA_BUNDLE",
            "GIT_SSL_CAINFO",
            "CARGO_HTTP_CAINFO");

    /** git refuses a repository of another user, and a checkout of root's is mounted for steps that are not root. */
    private static final Map<String, String> TRUSTING_GIT =
            Map.of("GIT_CONFIG_COUNT", "1", "GIT_CONFIG_KEY_0", "safe.directory", "GIT_CONFIG_VALUE_0", "*");

    /** Threads of the supervisor, its holders of steps and its file processes: a task's limit is the task's own. */
    private static final int PIDS_OF_SUPERVISOR = 32;

    private static final DataSize LARGEST_SHARED_MEMORY = DataSize.ofMebibytes(64);

    private final Path supervisor;
    private final @Nullable TrustedCertificates certificates;

    /** @param certificates that sandboxes with a network trust as well */
    Interior(Path supervisor, @Nullable TrustedCertificates certificates) {
        this.supervisor = supervisor;
        this.certificates = certificates;
    }

    List<String> command(ContainerParts parts) {
        List<String> command = new ArrayList<>(List.of(
                SUPERVISOR,
                "serve",
                "--control",
                CONTROL,
                "--sandbox",
                parts.request().id().value(),
                "--workspace",
                WORKSPACE,
                "--uid",
                Integer.toString(parts.user().uid()),
                "--gid",
                Integer.toString(parts.user().gid())));
        if (!parts.request().lease().isZero()) {
            command.add("--lease-seconds");
            command.add(Long.toString(parts.request().lease().toSeconds()));
        }
        if (parts.request().taskId() == null) {
            // It waits for a task anyway, and most tasks bring files.
            command.add("--files-ahead");
        }
        return command;
    }

    List<String> environment(ContainerParts parts) {
        Map<String, String> environment = new TreeMap<>();
        if (!parts.image().sets("HOME")) {
            // The engine would set root's, which steps can neither read nor write.
            environment.put("HOME", WORKSPACE);
        }
        if (trustsMore(parts)) {
            TRUST_VARIABLES.forEach(name -> environment.put(name, CERTIFICATES));
            environment.put("JAVA_TOOL_OPTIONS", "-Djavax.net.ssl.trustStore=" + JAVA_CERTIFICATES);
        }
        if (parts.request().workspace() != null) {
            environment.putAll(TRUSTING_GIT);
        }
        environment.putAll(parts.environment());
        environment.putAll(parts.request().env());
        return environment.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .toList();
    }

    private boolean trustsMore(ContainerParts parts) {
        return certificates != null && parts.request().network() != Network.NONE;
    }

    /** A file or directory of the host at a place of the container. */
    record Bind(Path source, String target, boolean readOnly) {}

    List<Bind> binds(ContainerParts parts) {
        List<Bind> binds = new ArrayList<>();
        binds.add(new Bind(supervisor, SUPERVISOR, true));
        binds.add(new Bind(parts.directory().control(), CONTROL, false));
        if (parts.mounts().stream().noneMatch(mount -> mount.target().equals(WORKSPACE))) {
            binds.add(new Bind(parts.directory().workspace(), WORKSPACE, false));
        }
        if (trustsMore(parts)) {
            TrustedCertificates trusted = Objects.requireNonNull(certificates);
            binds.add(new Bind(trusted.bundle(), CERTIFICATES, true));
            binds.add(new Bind(trusted.javaStore(), JAVA_CERTIFICATES, true));
        }
        parts.mounts().forEach(mount -> binds.add(new Bind(mount.source(), mount.target(), mount.readOnly())));
        return binds;
    }

    /** Places where the image wants volumes: without something there the engine would make one that nobody removes. */
    List<String> imageVolumes(ContainerParts parts) {
        List<String> taken = new ArrayList<>(List.of(WORKSPACE, "/tmp", CONTROL, SECRETS));
        parts.mounts().forEach(mount -> taken.add(mount.target()));
        return parts.image().volumes().stream()
                .map(volume -> Path.of(volume).normalize().toString())
                .filter(volume -> volume.startsWith("/") && !taken.contains(volume))
                .distinct()
                .toList();
    }

    /** File systems in memory, by their place, with the options of {@code mount}. */
    Map<String, String> temporaryFileSystems(ContainerParts parts) {
        Limits limits = parts.request().limits();
        User user = parts.user();
        return Map.of(
                "/tmp",
                temporary(limits) + ",nr_inodes=" + Objects.requireNonNull(limits.workspaceFiles()),
                SECRETS,
                SECRET + ",mode=0700,nr_inodes=1000,uid=" + user.uid() + ",gid=" + user.gid());
    }

    /** The same in Podman's words: it knows neither owners nor a number of files, which only the memory limit bounds then. */
    Map<String, String> plainTemporaryFileSystems(ContainerParts parts) {
        return Map.of(
                "/tmp",
                temporary(parts.request().limits()) + ",notmpcopyup",
                SECRETS,
                SECRET + ",mode=1777,notmpcopyup");
    }

    private static String temporary(Limits limits) {
        return "rw,exec,nosuid,nodev,mode=1777,size="
                + Objects.requireNonNull(limits.tmp()).bytes();
    }

    static long pids(Limits limits) {
        return (long) Objects.requireNonNull(limits.pids()) + PIDS_OF_SUPERVISOR;
    }

    static long sharedMemory(Limits limits) {
        return Math.min(Objects.requireNonNull(limits.tmp()).bytes(), LARGEST_SHARED_MEMORY.bytes());
    }
}
