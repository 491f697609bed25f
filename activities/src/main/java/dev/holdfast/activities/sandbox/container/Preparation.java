package dev.holdfast.activities.sandbox.container;

import dev.holdfast.activities.sandbox.HostDirectory;
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
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** What has to be there before a container can be started, whoever starts it. */
final class Preparation {
    /** Whom steps run as where nothing speaks for another. */
    private static final int DEFAULT_USER = 1000;

    private final SandboxConfig config;
    private final SandboxHome home;
    private final Executor kind;
    private final Workspaces workspaces;
    private final ProjectVolumes volumes;
    private final ExecutorService aside = Executors.newVirtualThreadPerTaskExecutor();

    Preparation(SandboxConfig config, SandboxHome home, Executor kind) {
        this.config = config;
        this.home = home;
        this.kind = kind;
        this.workspaces = Workspaces.open(home, config.workspaceQuota());
        this.volumes = new ProjectVolumes(home, config);
    }

    /** Directories of the host that the request asks for; refused when it may not have them, or the host has no room. */
    List<Mount> permitted(SandboxRequest request) {
        List<Mount> mounts = new HostMounts(config.allowedMounts()).of(request);
        FreeSpace.require(home.root(), config.leastFreeDisk());
        return mounts;
    }

    String image(SandboxRequest request) {
        return request.image() == null ? config.defaultImage() : request.image();
    }

    /** Writes down whose it is, before anything of it is made. */
    void begin(SandboxRequest request) {
        home.directory(request.id()).create(About.of(request, kind));
    }

    ContainerParts parts(SandboxRequest request, List<Mount> mounts, Image image, Progress progress) {
        SandboxDirectory directory = home.directory(request.id());
        progress.report("starting a container of " + image.name());
        ProjectVolumes.Prepared kept = volumes.prepare(request, stepUser(null), true);
        if (kept.warning() != null) {
            directory.warn(kept.warning());
        }
        List<Mount> all = new ArrayList<>(mounts);
        kept.targets().forEach((source, target) -> all.add(new Mount(source, target, false)));
        return new ContainerParts(
                request,
                directory,
                image,
                stepUser(request.workspace()),
                request.network().json(),
                request.runtime() == null ? config.runtime() : request.runtime(),
                all,
                kept.environment(),
                Labels.of(request, home.instance(), image.digest()));
    }

    /** Has the workspace made while the caller does something else, which {@link #finished} waits for. */
    Future<?> beginWorkspace(SandboxRequest request) {
        home.directory(request.id()).createWorkspace();
        return aside.submit(() -> workspace(request));
    }

    void workspace(SandboxRequest request) {
        SandboxDirectory directory = home.directory(request.id());
        String warning = request.workspace() == null
                ? workspaces.prepare(directory, request.limits(), stepUser(null))
                : "limits.workspace does not hold in a directory of the host";
        if (warning != null) {
            directory.warn(warning);
        }
    }

    static void finished(Future<?> workspace) {
        try {
            workspace.get();
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof SandboxException known
                    ? known
                    : new SandboxException(SandboxError.INTERNAL, "the workspace could not be made", failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new SandboxException(SandboxError.INTERRUPTED, "interrupted while a workspace was made");
        }
    }

    static SandboxException lost(SandboxRequest request, String why) {
        return new SandboxException(
                SandboxError.SANDBOX_LOST, "sandbox " + request.id() + " is dead: " + why + "; start the task anew");
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
}
