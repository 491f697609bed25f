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
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** How a request becomes a container of an engine: every limit and every hardening in the engine's words. */
final class ContainerSpec {
    private static final long PODMAN_PROCESSES = 16_384;
    private static final long NANOS = 1_000_000_000L;

    private final Engine engine;
    private final Interior interior;
    private final Path supervisor;
    private final String seccomp;

    ContainerSpec(Engine engine, Interior interior, Path supervisor, String seccomp) {
        this.engine = engine;
        this.interior = interior;
        this.supervisor = supervisor;
        this.seccomp = seccomp;
    }

    CreateContainerCmd create(ContainerParts parts) {
        SandboxRequest request = parts.request();
        CreateContainerCmd create = engine.client()
                .createContainerCmd(parts.image().name())
                .withName(request.id().value())
                .withEntrypoint(interior.command(parts))
                .withCmd(List.of())
                .withHealthcheck(new HealthCheck().withTest(List.of("NONE")))
                .withUser("0:0")
                .withWorkingDir("/")
                .withStopSignal("SIGTERM")
                .withEnv(interior.environment(parts))
                .withLabels(parts.labels())
                .withHostConfig(hostConfig(parts));
        // A container that joins another's network has that one's host name.
        return parts.network().startsWith(Containers.JOINED) || parts.network().equals("host")
                ? create
                : create.withHostName(Interior.HOST_NAME);
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
                .withMounts(
                        List.of(bind(supervisor, Interior.SUPERVISOR, true), bind(control, Interior.CONTROL, false)));
        return engine.client()
                .createContainerCmd(image)
                .withName(name)
                .withEntrypoint(List.of(Interior.SUPERVISOR, "networks", "--control", Interior.CONTROL))
                .withCmd(List.of())
                .withHealthcheck(new HealthCheck().withTest(List.of("NONE")))
                .withUser("0:0")
                .withWorkingDir("/")
                .withHostName(Interior.HOST_NAME)
                .withLabels(labels)
                .withHostConfig(host);
    }

    private HostConfig hostConfig(ContainerParts parts) {
        Limits limits = parts.request().limits();
        long memory = Objects.requireNonNull(limits.memory()).bytes();
        long openFiles = Objects.requireNonNull(limits.openFiles());
        HostConfig host = hardened()
                .withCapAdd(Capability.SETUID, Capability.SETGID, Capability.KILL)
                .withNetworkMode(parts.network())
                .withMemory(memory)
                .withMemorySwap(memory)
                .withNanoCPUs(Math.round(Objects.requireNonNull(limits.cpus()) * NANOS))
                .withPidsLimit(Interior.pids(limits))
                .withUlimits(ulimits(openFiles))
                .withShmSize(Interior.sharedMemory(limits))
                .withTmpFs(
                        engine.kind() == Executor.PODMAN
                                ? interior.plainTemporaryFileSystems(parts)
                                : interior.temporaryFileSystems(parts))
                .withMounts(mounts(parts));
        if (!engine.rootless() && HostCapabilities.mayLowerOomScore()) {
            host.withOomScoreAdj(Interior.OOM_SCORE);
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

    private List<Mount> mounts(ContainerParts parts) {
        List<Mount> mounts = new ArrayList<>();
        interior.binds(parts).forEach(bind -> mounts.add(bind(bind.source(), bind.target(), bind.readOnly())));
        interior.imageVolumes(parts).forEach(target -> mounts.add(temporary(target, parts)));
        return mounts;
    }

    private static Mount temporary(String target, ContainerParts parts) {
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
