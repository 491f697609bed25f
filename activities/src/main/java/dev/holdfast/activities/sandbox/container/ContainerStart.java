package dev.holdfast.activities.sandbox.container;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.ConflictException;
import dev.holdfast.activities.sandbox.HostDirectory;
import dev.holdfast.activities.sandbox.Inspection;
import dev.holdfast.activities.sandbox.Mount;
import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.activities.sandbox.home.About;
import dev.holdfast.activities.sandbox.home.FreeSpace;
import dev.holdfast.activities.sandbox.home.ProjectVolumes;
import dev.holdfast.activities.sandbox.home.SandboxDirectory;
import dev.holdfast.activities.sandbox.home.SandboxHome;
import dev.holdfast.activities.sandbox.home.User;
import dev.holdfast.activities.sandbox.home.Workspaces;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Network;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Brings one container up, or finds the one that an earlier call made. */
final class ContainerStart {
    /** Whom steps run as where nothing speaks for another. */
    private static final int DEFAULT_USER = 1000;

    private final SandboxConfig config;
    private final SandboxHome home;
    private final Containers containers;
    private final Images images;
    private final ContainerSpec spec;
    private final Workspaces workspaces;
    private final ProjectVolumes volumes;
    private final NetworkNamespaces namespaces;
    private final Executor kind;
    private final ExecutorService aside = Executors.newVirtualThreadPerTaskExecutor();

    ContainerStart(
            SandboxConfig config,
            SandboxHome home,
            Containers containers,
            Images images,
            ContainerSpec spec,
            NetworkNamespaces namespaces,
            Executor kind) {
        this.config = config;
        this.home = home;
        this.containers = containers;
        this.images = images;
        this.spec = spec;
        this.workspaces = Workspaces.open(home, config.workspaceQuota());
        this.volumes = new ProjectVolumes(home, config);
        this.namespaces = namespaces;
        this.kind = kind;
    }

    /** A container that runs. */
    record Running(String id, @Nullable String imageDigest) {
        static Running of(InspectContainerResponse container) {
            return new Running(container.getId(), Labels.imageDigest(Containers.labels(container)));
        }
    }

    /** The running container; whether its supervisor answers is for the caller to see. */
    Running run(SandboxRequest request, Progress progress) {
        List<Mount> mounts = new HostMounts(config.allowedMounts()).of(request);
        FreeSpace.require(home.root(), config.leastFreeDisk());
        SandboxDirectory directory = home.directory(request.id());
        Optional<InspectContainerResponse> known =
                directory.about().isPresent() ? usable(containers.find(request.id())) : Optional.empty();
        return known.isPresent() ? adopt(request, known.get(), directory) : make(request, mounts, directory, progress);
    }

    /** One that was never started would join what its holder has now, which may be another sandbox's namespace. */
    private Optional<InspectContainerResponse> usable(Optional<InspectContainerResponse> known) {
        Optional<InspectContainerResponse> stale = known.filter(container ->
                Containers.inspection(container) instanceof Inspection.Absent && Containers.joinsAnother(container));
        stale.ifPresent(container -> containers.remove(container.getId()));
        return stale.isPresent() ? Optional.empty() : known;
    }

    private Running make(SandboxRequest request, List<Mount> mounts, SandboxDirectory directory, Progress progress) {
        directory.create(About.of(request, kind));
        String name = request.image() == null ? config.defaultImage() : request.image();
        Image image = images.ensure(name, progress);
        progress.report("starting a container of " + name);
        String runtime = request.runtime() == null ? config.runtime() : request.runtime();
        ProjectVolumes.Prepared kept = volumes.prepare(request, stepUser(null), true);
        if (kept.warning() != null) {
            directory.warn(kept.warning());
        }
        List<Mount> all = new ArrayList<>(mounts);
        kept.targets().forEach((source, target) -> all.add(new Mount(source, target, false)));
        ContainerSpec.Parts parts = new ContainerSpec.Parts(
                request,
                directory,
                image,
                stepUser(request.workspace()),
                request.network().json(),
                runtime,
                all,
                kept.environment(),
                Labels.of(request, home.instance(), image.digest()));
        return mayJoin(request, runtime) ? startJoined(parts) : createAndStart(parts);
    }

    private static boolean mayJoin(SandboxRequest request, @Nullable String runtime) {
        return request.network() == Network.NONE && !"runsc".equals(runtime);
    }

    /** With a namespace that is there already; with one of its own when none is, or it cannot be joined. */
    private Running startJoined(ContainerSpec.Parts parts) {
        Optional<NetworkNamespaces.Lent> made = namespaces.lend();
        if (made.isEmpty()) {
            return createAndStart(parts);
        }
        try (NetworkNamespaces.Lent lent = made.get()) {
            try {
                return createAndStart(parts.withNetwork(lent.network()));
            } catch (SandboxException failed) {
                lent.broken();
                if (failed.error() == SandboxError.SANDBOX_LOST || failed.error() == SandboxError.ENGINE_UNAVAILABLE) {
                    throw failed;
                }
                containers
                        .find(parts.request().id())
                        .filter(container -> Containers.inspection(container) instanceof Inspection.Absent)
                        .ifPresent(neverStarted -> containers.remove(neverStarted.getId()));
            }
        }
        return createAndStart(parts);
    }

    private Running createAndStart(ContainerSpec.Parts parts) {
        SandboxRequest request = parts.request();
        parts.directory().createWorkspace();
        // Mounting takes about as long as creating, and only starting needs both.
        Future<?> workspace = aside.submit(() -> prepareWorkspace(request, parts.directory()));
        String name = request.id().value();
        try {
            String id = spec.create(parts).exec().getId();
            finished(workspace);
            containers.start(id);
            return new Running(id, parts.image().digest());
        } catch (ConflictException takenMeanwhile) {
            finished(workspace);
            InspectContainerResponse other = usable(containers.find(request.id()))
                    .orElseThrow(() -> EngineErrors.translate(takenMeanwhile, "creating container " + name));
            return adopt(request, other, parts.directory());
        } catch (RuntimeException failed) {
            finished(workspace);
            throw EngineErrors.translate(failed, "creating container " + name);
        }
    }

    private static void finished(Future<?> work) {
        try {
            work.get();
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof SandboxException known
                    ? known
                    : new SandboxException(SandboxError.INTERNAL, "the workspace could not be made", failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new SandboxException(SandboxError.INTERRUPTED, "interrupted while a workspace was made");
        }
    }

    private Running adopt(SandboxRequest request, InspectContainerResponse container, SandboxDirectory directory) {
        String name = request.id().value();
        return switch (Containers.inspection(container)) {
            case Inspection.Running running -> Running.of(container);
            case Inspection.Dead dead -> throw lost(name, dead.reason());
            case Inspection.Absent createdOnly -> {
                prepareWorkspace(request, directory);
                containers.start(name);
                yield Running.of(container);
            }
        };
    }

    private void prepareWorkspace(SandboxRequest request, SandboxDirectory directory) {
        String warning = request.workspace() == null
                ? workspaces.prepare(directory, request.limits(), stepUser(null))
                : "limits.workspace does not hold in a directory of the host";
        if (warning != null) {
            directory.warn(warning);
        }
    }

    /** The owner of a mounted checkout, so that what steps write there is the owner's; never root. */
    private static User stepUser(@Nullable HostDirectory workspace) {
        User fallback = User.current().root() ? new User(DEFAULT_USER, DEFAULT_USER) : User.current();
        if (workspace == null) {
            return fallback;
        }
        try {
            User owner = User.ownerOfDirectory(workspace.path());
            return owner.root() ? fallback : owner;
        } catch (IOException unreadable) {
            return fallback;
        }
    }

    private static SandboxException lost(String name, String why) {
        return new SandboxException(
                SandboxError.SANDBOX_LOST, "sandbox " + name + " is dead: " + why + "; start the task anew");
    }
}
