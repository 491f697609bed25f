package dev.holdfast.activities.sandbox.container;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.HealthCheck;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.LogConfig;
import com.github.dockerjava.api.model.Mount;
import com.github.dockerjava.api.model.MountType;
import com.github.dockerjava.api.model.RestartPolicy;
import com.github.dockerjava.api.model.TmpfsOptions;
import com.github.dockerjava.api.model.Ulimit;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.activities.sandbox.home.HostCapabilities;
import dev.holdfast.activities.sandbox.home.SandboxDirectory;
import dev.holdfast.activities.sandbox.home.User;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.Network;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How a request becomes a container: every limit and every hardening is in this class. */
final class ContainerSpec {
    static final String WORKSPACE = "/workspace";

    /** In a file system in memory that every container has, so that no image needs a place for it. */
    static final String OWN = "/dev/.holdfast";

    private static final String SUPERVISOR = OWN + "/init";
    private static final String CONTROL = OWN + "/control";
    private static final String SECRETS = OWN + "/secrets";
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

    private static final String HOST_NAME = "sandbox";
    /** Threads of the supervisor, its holders of steps and its file processes: a task's limit is the task's own. */
    private static final int PIDS_OF_SUPERVISOR = 32;
    /** The workload dies before the supervisor when memory runs out. */
    private static final int OOM_SCORE = -998;

    private static final DataSize LARGEST_SHARED_MEMORY = DataSize.ofMebibytes(64);
    private static final long PODMAN_PROCESSES = 16_384;
    private static final long NANOS = 1_000_000_000L;

    private final Engine engine;
    private final Path supervisor;
    private final String seccomp;
    private final @Nullable TrustedCertificates certificates;

    /** @param certificates that sandboxes with a network trust as well */
    ContainerSpec(Engine engine, Path supervisor, String seccomp, @Nullable TrustedCertificates certificates) {
        this.engine = engine;
        this.supervisor = supervisor;
        this.seccomp = seccomp;
        this.certificates = certificates;
    }

    /**
     * @param user whom steps run as
     * @param network the engine's word for it
     * @param mounts with real paths; one at the workspace's place takes the place of a fresh one
     * @param environment what tells tools where things are; the request's own wins
     */
    record Parts(
            SandboxRequest request,
            SandboxDirectory directory,
            Image image,
            User user,
            String network,
            @Nullable String runtime,
            List<dev.holdfast.activities.sandbox.Mount> mounts,
            Map<String, String> environment,
            Map<String, String> labels) {
        Parts withNetwork(String newNetwork) {
            return new Parts(request, directory, image, user, newNetwork, runtime, mounts, environment, labels);
        }
    }

    CreateContainerCmd create(Parts parts) {
        SandboxRequest request = parts.request();
        CreateContainerCmd create = engine.client()
                .createContainerCmd(parts.image().name())
                .withName(request.id().value())
                .withEntrypoint(command(parts))
                .withCmd(List.of())
                .withHealthcheck(new HealthCheck().withTest(List.of("NONE")))
                .withUser("0:0")
                .withWorkingDir("/")
                .withStopSignal("SIGTERM")
                .withEnv(environment(parts))
                .withLabels(parts.labels())
                .withHostConfig(hostConfig(parts));
        // A container that joins another's network has that one's host name.
        return parts.network().startsWith(Containers.JOINED) || parts.network().equals("host")
                ? create
                : create.withHostName(HOST_NAME);
    }

    /**
     * Makes network namespaces and does nothing else. That takes two capabilities, and with them the engine's own list of
     * system calls; no task's program ever runs in there.
     */
    CreateContainerCmd createHolder(String name, String image, Path control, Map<String, String> labels) {
        HostConfig host = hardened()
                .withSecurityOpts(List.of("no-new-privileges"))
                .withCapAdd(Capability.SYS_ADMIN, Capability.NET_ADMIN)
                .withNetworkMode("none")
                .withMemory(DataSize.ofMebibytes(32).bytes())
                .withMemorySwap(DataSize.ofMebibytes(32).bytes())
                .withPidsLimit(32L)
                .withMounts(List.of(bind(supervisor, SUPERVISOR, true), bind(control, CONTROL, false)));
        return engine.client()
                .createContainerCmd(image)
                .withName(name)
                .withEntrypoint(List.of(SUPERVISOR, "networks", "--control", CONTROL))
                .withCmd(List.of())
                .withHealthcheck(new HealthCheck().withTest(List.of("NONE")))
                .withUser("0:0")
                .withWorkingDir("/")
                .withHostName(HOST_NAME)
                .withLabels(labels)
                .withHostConfig(host);
    }

    private static List<String> command(Parts parts) {
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

    private List<String> environment(Parts parts) {
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

    private boolean trustsMore(Parts parts) {
        return certificates != null && parts.request().network() != Network.NONE;
    }

    private HostConfig hostConfig(Parts parts) {
        Limits limits = parts.request().limits();
        long memory = Objects.requireNonNull(limits.memory()).bytes();
        long openFiles = Objects.requireNonNull(limits.openFiles());
        HostConfig host = hardened()
                .withCapAdd(Capability.SETUID, Capability.SETGID, Capability.KILL)
                .withNetworkMode(parts.network())
                .withMemory(memory)
                .withMemorySwap(memory)
                .withNanoCPUs(Math.round(Objects.requireNonNull(limits.cpus()) * NANOS))
                .withPidsLimit((long) Objects.requireNonNull(limits.pids()) + PIDS_OF_SUPERVISOR)
                .withUlimits(ulimits(openFiles))
                .withShmSize(Math.min(Objects.requireNonNull(limits.tmp()).bytes(), LARGEST_SHARED_MEMORY.bytes()))
                .withTmpFs(temporaryFileSystems(limits, parts.user()))
                .withMounts(mounts(parts));
        if (!engine.rootless() && HostCapabilities.mayLowerOomScore()) {
            host.withOomScoreAdj(OOM_SCORE);
        }
        return parts.runtime() == null ? host : host.withRuntime(parts.runtime());
    }

    private List<Ulimit> ulimits(long openFiles) {
        List<Ulimit> limits =
                new ArrayList<>(List.of(new Ulimit("nofile", openFiles, openFiles), new Ulimit("core", 0L, 0L)));
        if (engine.kind() == Executor.PODMAN) {
            // Podman would ask for a million, more than a host may grant. The sandbox's own limit is its cgroup's.
            limits.add(new Ulimit("nproc", PODMAN_PROCESSES, PODMAN_PROCESSES));
        }
        return limits;
    }

    private HostConfig hardened() {
        return HostConfig.newHostConfig()
                .withCapDrop(Capability.ALL)
                .withSecurityOpts(List.of("no-new-privileges", "seccomp=" + seccomp))
                .withReadonlyRootfs(true)
                .withIpcMode("private")
                .withInit(false)
                .withPrivileged(false)
                .withLogConfig(new LogConfig(LogConfig.LoggingType.NONE))
                .withRestartPolicy(RestartPolicy.noRestart());
    }

    private Map<String, String> temporaryFileSystems(Limits limits, User user) {
        long size = Objects.requireNonNull(limits.tmp()).bytes();
        String shared = "rw,exec,nosuid,nodev,mode=1777,size=" + size;
        String secret = "rw,noexec,nosuid,nodev,size=1m";
        if (engine.kind() == Executor.PODMAN) {
            // It knows neither owners nor a number of files here; that number is bounded by the memory limit alone.
            return Map.of("/tmp", shared + ",notmpcopyup", SECRETS, secret + ",mode=1777,notmpcopyup");
        }
        long files = Objects.requireNonNull(limits.workspaceFiles());
        return Map.of(
                "/tmp",
                shared + ",nr_inodes=" + files,
                SECRETS,
                secret + ",mode=0700,nr_inodes=1000,uid=" + user.uid() + ",gid=" + user.gid());
    }

    private List<Mount> mounts(Parts parts) {
        List<Mount> mounts = new ArrayList<>();
        mounts.add(bind(supervisor, SUPERVISOR, true));
        mounts.add(bind(parts.directory().control(), CONTROL, false));
        if (parts.mounts().stream().noneMatch(mount -> mount.target().equals(WORKSPACE))) {
            mounts.add(bind(parts.directory().workspace(), WORKSPACE, false));
        }
        if (trustsMore(parts)) {
            TrustedCertificates trusted = Objects.requireNonNull(certificates);
            mounts.add(bind(trusted.bundle(), CERTIFICATES, true));
            mounts.add(bind(trusted.javaStore(), JAVA_CERTIFICATES, true));
        }
        parts.mounts().forEach(mount -> mounts.add(bind(mount.source(), mount.target(), mount.readOnly())));
        imageVolumes(parts).forEach(target -> mounts.add(temporary(target, parts)));
        return mounts;
    }

    /** Places where the image wants volumes: without something there the engine would make one that nobody removes. */
    private static List<String> imageVolumes(Parts parts) {
        List<String> taken = new ArrayList<>(List.of(WORKSPACE, "/tmp", CONTROL, SECRETS));
        parts.mounts().forEach(mount -> taken.add(mount.target()));
        return parts.image().volumes().stream()
                .map(volume -> Path.of(volume).normalize().toString())
                .filter(volume -> volume.startsWith("/") && !taken.contains(volume))
                .distinct()
                .toList();
    }

    private static Mount temporary(String target, Parts parts) {
        return new Mount()
                .withType(MountType.TMPFS)
                .withTarget(target)
                .withTmpfsOptions(new TmpfsOptions()
                        .withSizeBytes(
                                Objects.requireNonNull(parts.request().limits().tmp())
                                        .bytes())
                        .withMode(0_1777));
    }

    private static Mount bind(Path source, String target, boolean readOnly) {
        return new Mount()
                .withType(MountType.BIND)
                .withSource(source.toString())
                .withTarget(target)
                .withReadOnly(readOnly);
    }
}
