package dev.holdfast.activities.sandbox.container;

import com.github.dockerjava.api.command.InspectContainerResponse;
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
import dev.holdfast.activities.sandbox.home.NamedLocks;
import dev.holdfast.activities.sandbox.home.SandboxDirectory;
import dev.holdfast.activities.sandbox.home.SandboxHome;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Receipt;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Containers of the engine on this host. */
public final class ContainerProvider implements SandboxProvider {
    /** An engine that has not finds nothing to kill, at the same cost as before. */
    private static final Duration UNTIL_NOTICED = Duration.ofMillis(40);

    private final SandboxConfig config;
    private final Engine engine;
    private final SandboxHome home;
    private final NamedLocks locks;
    private final Containers containers;
    private final Images images;
    private final NetworkNamespaces namespaces;
    private final ContainerStart starting;
    private final Supervision supervision;

    private ContainerProvider(SandboxConfig config, Engine engine, SandboxHome home, ContainerSpec spec) {
        this.config = config;
        this.engine = engine;
        this.home = home;
        this.locks = NamedLocks.ofSandboxes(home);
        this.containers = new Containers(engine, home.instance());
        this.images = new Images(engine, config);
        this.namespaces = namespaces(config, engine, containers, spec, home);
        this.starting = new ContainerStart(
                home, containers, images, spec, namespaces, new Preparation(config, home, engine.kind()));
        this.supervision = new Supervision(home, this::inspect);
    }

    /** @param wanted {@code DOCKER} or {@code PODMAN}; null takes whichever engine is found first */
    public static ContainerProvider open(SandboxConfig config, @Nullable Executor wanted) {
        SandboxHome home = SandboxHome.open(config.home());
        Engine engine = Engine.find(config, wanted);
        try {
            String seccomp = SeccompProfile.forEngine(engine.kind(), home);
            TrustedCertificates certificates =
                    TrustedCertificates.of(config.rules().caBundle(), config.home());
            Interior interior = new Interior(home.supervisor(), certificates);
            ContainerSpec spec = new ContainerSpec(engine, interior, home.supervisor(), seccomp);
            return new ContainerProvider(config, engine, home, spec);
        } catch (IOException failed) {
            engine.close();
            throw new SandboxException(
                    SandboxError.INTERNAL,
                    "the profile or the certificates of sandboxes cannot be read: " + failed,
                    failed);
        }
    }

    /** Podman makes a namespace faster than Docker joins one; gVisor's network stack is its own. */
    private static NetworkNamespaces namespaces(
            SandboxConfig config, Engine engine, Containers containers, ContainerSpec spec, SandboxHome home) {
        return config.networkHolders() == 0 || engine.kind() != Executor.DOCKER || "runsc".equals(config.runtime())
                ? NetworkNamespaces.NONE
                : new HolderPool(containers, spec, home, config.defaultImage(), config.networkHolders()).started();
    }

    @Override
    public Executor executor() {
        return engine.kind();
    }

    @Override
    public String description() {
        return engine.description();
    }

    @Override
    public void ensureImage(@Nullable String image, Progress progress) {
        images.ensurePresent(image == null ? config.defaultImage() : image, progress);
    }

    @Override
    public SandboxHandle start(SandboxRequest request, Progress progress) {
        new Policy(config).check(request);
        return locks.holding(request.id(), () -> {
            ContainerStart.Running running = starting.run(request, progress);
            supervision.awaitReady(request.id(), config.startTimeout());
            return handle(request.id(), running);
        });
    }

    @Override
    public Optional<SandboxHandle> recover(SandboxId id) {
        Optional<InspectContainerResponse> running =
                containers.find(id).filter(container -> Containers.inspection(container) instanceof Inspection.Running);
        running.ifPresent(container -> supervision.awaitReady(id, config.startTimeout()));
        return running.map(container -> handle(id, ContainerStart.Running.of(container)));
    }

    @Override
    public Supervisor connect(SandboxHandle handle) {
        return supervision.connect(handle);
    }

    @Override
    public SandboxHandle recycle(SandboxHandle handle) {
        return supervision.recycle(handle);
    }

    @Override
    public void stop(SandboxHandle handle, Duration grace) {
        String name = handle.id().value();
        supervision.stop(
                handle.id(),
                grace,
                () -> Containers.attempt(
                        "killing container " + name,
                        () -> engine.client().killContainerCmd(name).exec()));
    }

    @Override
    public Receipt destroy(SandboxId id) {
        ContainerRemoval removal = new ContainerRemoval(
                engine,
                containers,
                () -> supervision.askToEnd(id, () -> LockSupport.parkNanos(UNTIL_NOTICED.toNanos())));
        return locks.holding(id, () -> removal.destroy(id, home.directory(id)));
    }

    @Override
    public Inspection inspect(SandboxId id) {
        return containers.find(id).map(Containers::inspection).orElseGet(Inspection.Absent::new);
    }

    @Override
    public List<ListedSandbox> list() {
        return new ContainerListing(home, engine.kind()).of(containers.ours(Map.of()));
    }

    @Override
    public void close() {
        namespaces.close();
        engine.close();
    }

    private SandboxHandle handle(SandboxId id, ContainerStart.Running container) {
        SandboxDirectory directory = home.directory(id);
        return new SandboxHandle(
                        engine.kind(),
                        id,
                        container.id(),
                        Interior.WORKSPACE,
                        container.imageDigest(),
                        directory.warning().orElse(null))
                .withGeneration(directory.generation());
    }
}
