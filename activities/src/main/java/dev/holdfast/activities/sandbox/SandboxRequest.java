package dev.holdfast.activities.sandbox;

import dev.holdfast.contract.Cache;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.Network;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.Volume;
import io.soabase.recordbuilder.core.RecordBuilder;
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
@RecordBuilder
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
        List<Cache> caches)
        implements SandboxRequestBuilder.With {

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

    /** A sandbox with nothing out of the ordinary. */
    public static SandboxRequest of(SandboxId id, Limits limits) {
        return new SandboxRequest(
                id,
                null,
                ProjectId.DEFAULT,
                null,
                limits.orElse(Limits.DEFAULTS),
                Network.NONE,
                Map.of(),
                null,
                List.of(),
                null,
                Map.of(),
                Duration.ZERO,
                Volume.NONE,
                List.of());
    }

    /** The same for a task. */
    public static SandboxRequest of(TaskId taskId, @Nullable String image, Limits limits) {
        return of(SandboxId.of(taskId), limits)
                .with()
                .taskId(taskId)
                .image(image)
                .build();
    }

    public SandboxRequest withKept(ProjectId newProject, Volume newVolume, List<Cache> newCaches) {
        return with().project(newProject).volume(newVolume).caches(newCaches).build();
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
