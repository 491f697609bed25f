package dev.holdfast.activities.sandbox.container;

import dev.holdfast.activities.sandbox.Inspection;
import dev.holdfast.activities.sandbox.Mount;
import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.activities.sandbox.home.SandboxDirectory;
import dev.holdfast.activities.sandbox.home.SandboxHome;
import dev.holdfast.contract.Network;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;

/** Brings one container up without an engine, or finds the one that an earlier call made. */
final class OciStart {
    private final SandboxHome home;
    private final KeptImages images;
    private final RootFileSystems roots;
    private final OciBundle bundles;
    private final OciRuntime runtime;
    private final Preparation preparation;

    OciStart(
            SandboxHome home,
            KeptImages images,
            RootFileSystems roots,
            OciBundle bundles,
            OciRuntime runtime,
            Preparation preparation) {
        this.home = home;
        this.images = images;
        this.roots = roots;
        this.bundles = bundles;
        this.runtime = runtime;
        this.preparation = preparation;
    }

    /**
     * Whether its supervisor answers is for the caller to see.
     *
     * @param clear removes what an attempt left that never came to run
     */
    void run(
            SandboxRequest request,
            Function<SandboxId, Inspection> inspect,
            Consumer<SandboxId> clear,
            Progress progress) {
        refuseWhatOnlyEnginesHave(request);
        List<Mount> mounts = preparation.permitted(request);
        switch (inspect.apply(request.id())) {
            case Inspection.Running running -> {}
            case Inspection.Dead dead -> throw Preparation.lost(request, dead.reason());
            case Inspection.Absent absent -> {
                if (home.directory(request.id()).exists()) {
                    clear.accept(request.id());
                }
                make(request, mounts, progress);
            }
        }
    }

    private void refuseWhatOnlyEnginesHave(SandboxRequest request) {
        if (request.network() == Network.BRIDGE) {
            throw new SandboxException(
                    SandboxError.POLICY_REFUSED, "network: 'bridge' needs an engine; ask for executor docker");
        }
        if (request.runtime() != null && !request.runtime().equals(runtime.name())) {
            throw new SandboxException(
                    SandboxError.POLICY_REFUSED,
                    "runtime: '" + request.runtime()
                            + "' needs an engine; ask for executor docker, or leave it out for " + runtime.name());
        }
    }

    private void make(SandboxRequest request, List<Mount> mounts, Progress progress) {
        preparation.begin(request);
        Image image = images.ensure(preparation.image(request), progress);
        ContainerParts parts = preparation.parts(request, mounts, image, progress);
        Future<?> workspace = preparation.beginWorkspace(request);
        try {
            prepareBundle(parts);
        } finally {
            Preparation.finished(workspace);
        }
        SandboxDirectory directory = parts.directory();
        runtime.start(request.id().value(), bundle(directory), directory.path().resolve("supervisor.log"));
    }

    private void prepareBundle(ContainerParts parts) {
        SandboxDirectory directory = parts.directory();
        Path bundle = bundle(directory);
        Path root = bundle.resolve("rootfs");
        ControlGroup group = new ControlGroup(home.instance(), directory.id());
        try {
            Files.createDirectories(root);
            // Before anything is mounted: what a directory names is in use.
            MadeOf.write(directory, parts.image());
            Files.write(bundle.resolve("config.json"), bundles.of(parts, group, root));
        } catch (IOException failed) {
            throw new SandboxException(
                    SandboxError.INTERNAL, "'" + bundle + "' could not be written: " + failed, failed);
        }
        roots.mount(parts, root);
    }

    private static Path bundle(SandboxDirectory directory) {
        return directory.path().resolve("bundle");
    }
}
