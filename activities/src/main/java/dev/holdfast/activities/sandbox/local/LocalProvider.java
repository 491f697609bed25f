package dev.holdfast.activities.sandbox.local;

import dev.holdfast.activities.sandbox.Inspection;
import dev.holdfast.activities.sandbox.ListedSandbox;
import dev.holdfast.activities.sandbox.Policy;
import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.activities.sandbox.home.About;
import dev.holdfast.activities.sandbox.home.DirectoryListing;
import dev.holdfast.activities.sandbox.home.FreeSpace;
import dev.holdfast.activities.sandbox.home.NamedLocks;
import dev.holdfast.activities.sandbox.home.ProjectVolumes;
import dev.holdfast.activities.sandbox.home.SandboxDirectory;
import dev.holdfast.activities.sandbox.home.SandboxHome;
import dev.holdfast.activities.sandbox.home.User;
import dev.holdfast.activities.sandbox.protocol.Readiness;
import dev.holdfast.activities.sandbox.protocol.SupervisorClient;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Receipt;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Process trees of this host. Same semantics as containers, but a step can reach whatever the worker's user can. */
public final class LocalProvider implements SandboxProvider {
    static final String WARNING =
            "no isolation: steps run as local processes of this host, limits of memory, CPU, disk and network do not hold";

    private final SandboxConfig config;
    private final SandboxHome home;
    private final NamedLocks locks;

    private LocalProvider(SandboxConfig config, SandboxHome home) {
        this.config = config;
        this.home = home;
        this.locks = NamedLocks.ofSandboxes(home);
    }

    public static LocalProvider open(SandboxConfig config) {
        return new LocalProvider(config, SandboxHome.open(config.home()));
    }

    @Override
    public Executor executor() {
        return Executor.LOCAL;
    }

    @Override
    public String description() {
        return "local processes under " + home.root();
    }

    @Override
    public void ensureImage(@Nullable String image, Progress progress) {
        // Steps see this host's own files.
    }

    @Override
    public SandboxHandle start(SandboxRequest request, Progress progress) {
        new Policy(config).checkLimits(request.limits());
        refuseHostDirectories(request);
        return locks.holding(request.id(), () -> startAlone(request, progress));
    }

    private SandboxHandle startAlone(SandboxRequest request, Progress progress) {
        SandboxDirectory directory = home.directory(request.id());
        LocalProcess process = new LocalProcess(directory);
        if (!process.alive()) {
            refuseDead(process, request.id());
            FreeSpace.require(home.root(), config.leastFreeDisk());
            progress.report("starting a local process tree");
            directory.create(About.of(request, Executor.LOCAL));
            ProjectVolumes.Prepared kept = new ProjectVolumes(home, config).prepare(request, User.current(), false);
            process.start(home.supervisor(), request, kept.environment());
        }
        awaitReady(process, request.id());
        return handle(directory, process);
    }

    @Override
    public Optional<SandboxHandle> recover(SandboxId id) {
        SandboxDirectory directory = home.directory(id);
        LocalProcess process = new LocalProcess(directory);
        if (!ours(directory) || !process.alive()) {
            return Optional.empty();
        }
        awaitReady(process, id);
        return Optional.of(handle(directory, process));
    }

    @Override
    public Supervisor connect(SandboxHandle handle) {
        return client(handle.id());
    }

    @Override
    public SandboxHandle recycle(SandboxHandle handle) {
        throw new SandboxException(
                SandboxError.REFUSED,
                "a local sandbox is used once: its steps may have written anywhere on this host, which nobody can check");
    }

    @Override
    public void stop(SandboxHandle handle, Duration grace) {
        SandboxId id = handle.id();
        locks.holding(id, () -> new LocalRemoval(home.directory(id)).stop(client(id), grace));
    }

    @Override
    public Receipt destroy(SandboxId id) {
        return locks.holding(id, () -> new LocalRemoval(home.directory(id)).destroy(client(id)));
    }

    @Override
    public Inspection inspect(SandboxId id) {
        SandboxDirectory directory = home.directory(id);
        LocalProcess process = new LocalProcess(directory);
        Optional<ProcessMark> mark = process.known();
        if (!ours(directory) || mark.isEmpty()) {
            return new Inspection.Absent();
        }
        return mark.get().alive()
                ? new Inspection.Running()
                : new Inspection.Dead(
                        "its supervisor (process " + mark.get().pid() + ") is not running any more", null);
    }

    @Override
    public List<ListedSandbox> list() {
        return new DirectoryListing(home, Executor.LOCAL).of(this::inspect);
    }

    @Override
    public void close() {
        // Nothing is held open between calls.
    }

    private boolean ours(SandboxDirectory directory) {
        return directory
                .about()
                .filter(about -> about.executor() == Executor.LOCAL)
                .isPresent();
    }

    private SandboxHandle handle(SandboxDirectory directory, LocalProcess process) {
        String pid = process.known().map(mark -> Long.toString(mark.pid())).orElse("");
        return new SandboxHandle(
                Executor.LOCAL, directory.id(), pid, directory.workspace().toString(), null, WARNING);
    }

    private SupervisorClient client(SandboxId id) {
        return SupervisorClient.at(home.directory(id).socket(0), id, () -> inspect(id));
    }

    private void awaitReady(LocalProcess process, SandboxId id) {
        Readiness.await(home.directory(id).socket(0), id, config.startTimeout(), process::alive, process::lastWords);
    }

    private static void refuseDead(LocalProcess process, SandboxId id) {
        if (process.served()) {
            throw new SandboxException(
                    SandboxError.SANDBOX_LOST,
                    "sandbox " + id + " is dead: its supervisor is not running any more; start the task anew");
        }
    }

    private static void refuseHostDirectories(SandboxRequest request) {
        if (request.workspace() != null || !request.mounts().isEmpty()) {
            throw new SandboxException(
                    SandboxError.POLICY_REFUSED,
                    "dir: host directories cannot be mounted into a local sandbox; use a container, or upload the files");
        }
    }
}
