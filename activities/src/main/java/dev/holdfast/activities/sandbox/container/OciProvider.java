package dev.holdfast.activities.sandbox.container;

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
import dev.holdfast.activities.sandbox.home.DirectoryListing;
import dev.holdfast.activities.sandbox.home.NamedLocks;
import dev.holdfast.activities.sandbox.home.SandboxDirectory;
import dev.holdfast.activities.sandbox.home.SandboxHome;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Receipt;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Containers that a runtime makes of an engine's images, without the engine: no process of anybody's stands between the
 * worker and the supervisor, and an engine that is restarted is none of theirs. The kernel's control group says whether one
 * lives.
 */
public final class OciProvider implements SandboxProvider {
    private static final Logger LOG = LoggerFactory.getLogger(OciProvider.class);

    private final SandboxConfig config;
    private final SandboxHome home;
    private final NamedLocks locks;
    private final OciRuntime runtime;
    private final KeptImages images;
    private final RootFileSystems roots;
    private final OciStart starting;
    private final Supervision supervision;

    private OciProvider(SandboxConfig config, SandboxHome home, OciRuntime runtime, OciBundle bundles) {
        this.config = config;
        this.home = home;
        this.locks = NamedLocks.ofSandboxes(home);
        this.runtime = runtime;
        this.images = new KeptImages(config, home.instance());
        this.roots = new RootFileSystems(home, images, bundles, runtime);
        this.starting =
                new OciStart(home, images, roots, bundles, runtime, new Preparation(config, home, Executor.OCI));
        this.supervision = new Supervision(home, this::inspect);
    }

    /** Throws {@code engine_unavailable} where no runtime is; an engine is looked for with the first image. */
    public static OciProvider open(SandboxConfig config) {
        SandboxHome home = SandboxHome.open(config.home());
        OciRuntime runtime = OciRuntime.find(config, home);
        try {
            Interior interior = new Interior(
                    home.supervisor(), TrustedCertificates.of(config.rules().caBundle(), config.home()));
            OciBundle bundles = new OciBundle(interior, NameFiles.in(home), SeccompProfile.text());
            return new OciProvider(config, home, runtime, bundles);
        } catch (IOException failed) {
            throw new SandboxException(
                    SandboxError.INTERNAL, "what sandboxes need cannot be read or written: " + failed, failed);
        }
    }

    @Override
    public Executor executor() {
        return Executor.OCI;
    }

    @Override
    public String description() {
        return runtime.name() + " with the images of " + images.engine();
    }

    @Override
    public void ensureImage(@Nullable String image, Progress progress) {
        images.ensurePresent(image == null ? config.defaultImage() : image, progress);
    }

    @Override
    public SandboxHandle start(SandboxRequest request, Progress progress) {
        new Policy(config).check(request);
        return locks.holding(request.id(), () -> {
            starting.run(request, this::inspect, id -> removal(id).clear(), progress);
            supervision.awaitReady(request.id(), config.startTimeout());
            return handle(request.id());
        });
    }

    @Override
    public Optional<SandboxHandle> recover(SandboxId id) {
        if (!(inspect(id) instanceof Inspection.Running)) {
            return Optional.empty();
        }
        supervision.awaitReady(id, config.startTimeout());
        return Optional.of(handle(id));
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
        supervision.stop(handle.id(), grace, () -> runtime.kill(handle.id().value()));
    }

    @Override
    public Receipt destroy(SandboxId id) {
        return locks.holding(id, () -> removal(id).destroy());
    }

    @Override
    public Inspection inspect(SandboxId id) {
        SandboxDirectory directory = home.directory(id);
        if (directory.about().filter(about -> about.executor() == Executor.OCI).isEmpty()) {
            return new Inspection.Absent();
        }
        ControlGroup group = group(id);
        if (group.populated()) {
            return new Inspection.Running();
        }
        return directory.served()
                ? new Inspection.Dead("no process of its container runs any more", group.ranOutOfMemory())
                : new Inspection.Absent();
    }

    @Override
    public List<ListedSandbox> list() {
        letGoOfImages(() -> roots.sweep(this::imagesInUse));
        return new DirectoryListing(home, Executor.OCI).of(this::inspect);
    }

    @Override
    public void close() {
        letGoOfImages(() -> roots.clear(this::imagesInUse));
        images.close();
    }

    /** Sandboxes are listed and given up while the engine is away, too. */
    private static void letGoOfImages(Runnable work) {
        try {
            work.run();
        } catch (SandboxException engineAway) {
            LOG.info("images stay kept until a worker finds their engine: {}", engineAway.getMessage());
        }
    }

    private Set<String> imagesInUse() {
        return home.directories().stream()
                .flatMap(directory -> MadeOf.of(directory).stream())
                .map(MadeOf::shortId)
                .collect(Collectors.toSet());
    }

    private OciRemoval removal(SandboxId id) {
        return new OciRemoval(runtime, supervision, group(id), home.directory(id));
    }

    private ControlGroup group(SandboxId id) {
        return new ControlGroup(home.instance(), id);
    }

    private SandboxHandle handle(SandboxId id) {
        SandboxDirectory directory = home.directory(id);
        return new SandboxHandle(
                        Executor.OCI,
                        id,
                        id.value(),
                        Interior.WORKSPACE,
                        MadeOf.of(directory).map(MadeOf::digest).orElse(null),
                        directory.warning().orElse(null))
                .withGeneration(directory.generation());
    }
}
