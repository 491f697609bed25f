package dev.holdfast.activities.sandbox;

import dev.holdfast.contract.Cache;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.Network;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.Volume;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What sandbox is wanted. The same request again finds the sandbox that the first one made.
 *
 * @param taskId whose it is; absent for one that waits in a pool
 * @param image the container's image; the operator's default when absent, of no meaning to local sandboxes
 * @param limits every field filled
 * @param env for the supervisor and all steps
 * @param workspace a directory of the host to work in, instead of a fresh one
 * @param mounts more directories of the host
 * @param runtime the engine's runtime (runc, crun, runsc); the operator's default when absent
 * @param labels kept with the sandbox and shown by {@link SandboxProvider#list}
 * @param lease the dead man's switch: without a lease call for that long it ends itself; zero turns it off
 * @param volume what of its project's it keeps beyond its end
 * @param caches the same, for package managers
 */
public record SandboxRequest(
        SandboxId id,
        @Nullable TaskId taskId,
        ProjectId project,
        @Nullable String image,
        Limits limits,
        Network network,
        Map<String, String> env,
        @Nullable HostDirectory workspace,
        List<Mount> mounts,
        @Nullable String runtime,
        Map<String, String> labels,
        Duration lease,
        Volume volume,
        List<Cache> caches) {

    public SandboxRequest {
        caches = List.copyOf(caches);
        env = Map.copyOf(env);
        mounts = List.copyOf(mounts);
        labels = Map.copyOf(labels);
        requireFilled(limits);
        if (lease.isNegative()) {
            throw new InvalidFieldException("lease", lease + " is negative");
        }
    }

    /** Without anything that outlives it. */
    public SandboxRequest(
            SandboxId id,
            @Nullable TaskId taskId,
            ProjectId project,
            @Nullable String image,
            Limits limits,
            Network network,
            Map<String, String> env,
            @Nullable HostDirectory workspace,
            List<Mount> mounts,
            @Nullable String runtime,
            Map<String, String> labels,
            Duration lease) {
        this(
                id,
                taskId,
                project,
                image,
                limits,
                network,
                env,
                workspace,
                mounts,
                runtime,
                labels,
                lease,
                Volume.NONE,
                List.of());
    }

    /** A sandbox with nothing out of the ordinary. */
    public static SandboxRequest of(TaskId taskId, @Nullable String image, Limits limits) {
        return new SandboxRequest(
                SandboxId.of(taskId),
                taskId,
                ProjectId.DEFAULT,
                image,
                limits.orElse(Limits.DEFAULTS),
                Network.NONE,
                Map.of(),
                null,
                List.of(),
                null,
                Map.of(),
                Duration.ZERO);
    }

    public SandboxRequest withId(SandboxId newId) {
        return new SandboxRequest(
                newId, taskId, project, image, limits, network, env, workspace, mounts, runtime, labels, lease, volume,
                caches);
    }

    public SandboxRequest withLimits(Limits newLimits) {
        Limits filled = newLimits.orElse(limits);
        return new SandboxRequest(
                id, taskId, project, image, filled, network, env, workspace, mounts, runtime, labels, lease, volume,
                caches);
    }

    public SandboxRequest withNetwork(Network newNetwork) {
        return new SandboxRequest(
                id,
                taskId,
                project,
                image,
                limits,
                newNetwork,
                env,
                workspace,
                mounts,
                runtime,
                labels,
                lease,
                volume,
                caches);
    }

    public SandboxRequest withWorkspace(@Nullable HostDirectory newWorkspace) {
        return new SandboxRequest(
                id,
                taskId,
                project,
                image,
                limits,
                network,
                env,
                newWorkspace,
                mounts,
                runtime,
                labels,
                lease,
                volume,
                caches);
    }

    public SandboxRequest withMounts(List<Mount> newMounts) {
        return new SandboxRequest(
                id, taskId, project, image, limits, network, env, workspace, newMounts, runtime, labels, lease, volume,
                caches);
    }

    public SandboxRequest withRuntime(@Nullable String newRuntime) {
        return new SandboxRequest(
                id,
                taskId,
                project,
                image,
                limits,
                network,
                env,
                workspace,
                mounts,
                newRuntime,
                labels,
                lease,
                volume,
                caches);
    }

    public SandboxRequest withLabels(Map<String, String> newLabels) {
        return new SandboxRequest(
                id, taskId, project, image, limits, network, env, workspace, mounts, runtime, newLabels, lease, volume,
                caches);
    }

    public SandboxRequest withLease(Duration newLease) {
        return new SandboxRequest(
                id, taskId, project, image, limits, network, env, workspace, mounts, runtime, labels, newLease, volume,
                caches);
    }

    public SandboxRequest withKept(ProjectId newProject, Volume newVolume, List<Cache> newCaches) {
        return new SandboxRequest(
                id,
                taskId,
                newProject,
                image,
                limits,
                network,
                env,
                workspace,
                mounts,
                runtime,
                labels,
                lease,
                newVolume,
                newCaches);
    }

    private static void requireFilled(Limits limits) {
        Objects.requireNonNull(limits.cpus(), "limits.cpus");
        Objects.requireNonNull(limits.memory(), "limits.memory");
        Objects.requireNonNull(limits.pids(), "limits.pids");
        Objects.requireNonNull(limits.tmp(), "limits.tmp");
        Objects.requireNonNull(limits.workspace(), "limits.workspace");
        Objects.requireNonNull(limits.workspaceFiles(), "limits.workspaceFiles");
        Objects.requireNonNull(limits.openFiles(), "limits.openFiles");
    }
}
