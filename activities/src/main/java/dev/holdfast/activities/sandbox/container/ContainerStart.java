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
import dev.holdfast.activities.sandbox.home.SandboxDirectory;
import dev.holdfast.activities.sandbox.home.SandboxHome;
import dev.holdfast.activities.sandbox.home.User;
import dev.holdfast.activities.sandbox.home.Workspaces;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Network;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
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
    private final NetworkNamespacePool namespaces;
    private final Executor kind;

    ContainerStart(
            SandboxConfig config,
            SandboxHome home,
            Containers containers,
            Images images,
            ContainerSpec spec,
            NetworkNamespacePool namespaces,
            Executor kind) {
        this.config = config;
        this.home = home;
        this.containers = containers;
        this.images = images;
        this.spec = spec;
        this.workspaces = Workspaces.open(home, config.workspaceQuota());
        this.namespaces = namespaces;
        this.kind = kind;
    }

    /** The running container; whether its supervisor answers is for the caller to see. */
    InspectContainerResponse run(SandboxRequest request, Progress progress) {
        List<Mount> mounts = new HostMounts(config.allowedMounts()).of(request);
        FreeSpace.require(home.root(), config.leastFreeDisk());
        SandboxDirectory directory = home.directory(request.id());
        Optional<InspectContainerResponse> known =
                directory.about().isPresent() ? containers.find(request.id()) : Optional.empty();
        return known.isPresent() ? adopt(request, known.get(), directory) : make(request, mounts, directory, progress);
    }

    private InspectContainerResponse make(
            SandboxRequest request, List<Mount> mounts, SandboxDirectory directory, Progress progress) {
        directory.create(About.of(request, kind, null));
        String name = request.image() == null ? config.defaultImage() : request.image();
        Image image = images.ensure(name, progress);
        User user = stepUser(request.workspace());
        progress.report("starting a container of " + name);
        String warning = request.workspace() == null
                ? workspaces.prepare(directory, request.limits(), user)
                : "limits.workspace does not hold in a directory of the host";
        Optional<String> holder = request.network() == Network.NONE ? namespaces.take() : Optional.empty();
        try {
            String network =
                    holder.map(id -> "container:" + id).orElse(request.network().json());
            ContainerSpec.Parts parts = new ContainerSpec.Parts(
                    request,
                    directory,
                    image,
                    user,
                    network,
                    request.runtime() == null ? config.runtime() : request.runtime(),
                    mounts,
                    Labels.of(request, home.instance(), image.digest(), warning));
            return createAndStart(parts);
        } finally {
            holder.ifPresent(namespaces::discard);
        }
    }

    private InspectContainerResponse createAndStart(ContainerSpec.Parts parts) {
        String name = parts.request().id().value();
        try {
            spec.create(parts).exec();
        } catch (ConflictException takenMeanwhile) {
            InspectContainerResponse other = containers
                    .find(parts.request().id())
                    .orElseThrow(() -> EngineErrors.translate(takenMeanwhile, "creating container " + name));
            return adopt(parts.request(), other, parts.directory());
        } catch (RuntimeException failed) {
            throw EngineErrors.translate(failed, "creating container " + name);
        }
        containers.start(name);
        return containers.find(parts.request().id()).orElseThrow(() -> lost(name, "it was removed at once"));
    }

    private InspectContainerResponse adopt(
            SandboxRequest request, InspectContainerResponse container, SandboxDirectory directory) {
        String name = request.id().value();
        return switch (Containers.inspection(container)) {
            case Inspection.Running running -> container;
            case Inspection.Dead dead -> throw lost(name, dead.reason());
            case Inspection.Absent createdOnly -> {
                if (request.workspace() == null) {
                    workspaces.prepare(directory, request.limits(), stepUser(null));
                }
                containers.start(name);
                yield containers.find(request.id()).orElseThrow(() -> lost(name, "it was removed at once"));
            }
        };
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
