package dev.holdfast.activities.sandbox.container;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.ConflictException;
import dev.holdfast.activities.sandbox.Inspection;
import dev.holdfast.activities.sandbox.Mount;
import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.activities.sandbox.home.SandboxHome;
import dev.holdfast.contract.Network;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Brings one container up, or finds the one that an earlier call made. */
final class ContainerStart {
    private final SandboxHome home;
    private final Containers containers;
    private final Images images;
    private final ContainerSpec spec;
    private final NetworkNamespaces namespaces;
    private final Preparation preparation;

    ContainerStart(
            SandboxHome home,
            Containers containers,
            Images images,
            ContainerSpec spec,
            NetworkNamespaces namespaces,
            Preparation preparation) {
        this.home = home;
        this.containers = containers;
        this.images = images;
        this.spec = spec;
        this.namespaces = namespaces;
        this.preparation = preparation;
    }

    /** A container that runs. */
    record Running(String id, @Nullable String imageDigest) {
        static Running of(InspectContainerResponse container) {
            return new Running(container.getId(), Labels.imageDigest(Containers.labels(container)));
        }
    }

    /** The running container; whether its supervisor answers is for the caller to see. */
    Running run(SandboxRequest request, Progress progress) {
        List<Mount> mounts = preparation.permitted(request);
        Optional<InspectContainerResponse> known =
                home.directory(request.id()).about().isPresent()
                        ? usable(containers.find(request.id()))
                        : Optional.empty();
        return known.isPresent() ? adopt(request, known.get()) : make(request, mounts, progress);
    }

    /** One that was never started would join what its holder has now, which may be another sandbox's namespace. */
    private Optional<InspectContainerResponse> usable(Optional<InspectContainerResponse> known) {
        Optional<InspectContainerResponse> stale = known.filter(container ->
                Containers.inspection(container) instanceof Inspection.Absent && Containers.joinsAnother(container));
        stale.ifPresent(container -> containers.remove(container.getId()));
        return stale.isPresent() ? Optional.empty() : known;
    }

    private Running make(SandboxRequest request, List<Mount> mounts, Progress progress) {
        preparation.begin(request);
        Image image = images.ensure(preparation.image(request), progress);
        ContainerParts parts = preparation.parts(request, mounts, image, progress);
        return mayJoin(request, parts.runtime()) ? startJoined(parts) : createAndStart(parts);
    }

    private static boolean mayJoin(SandboxRequest request, @Nullable String runtime) {
        return request.network() == Network.NONE && !"runsc".equals(runtime);
    }

    /** With a namespace that is there already; with one of its own when none is, or it cannot be joined. */
    private Running startJoined(ContainerParts parts) {
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

    private Running createAndStart(ContainerParts parts) {
        SandboxRequest request = parts.request();
        // Mounting takes about as long as creating, and only starting needs both.
        Future<?> workspace = preparation.beginWorkspace(request);
        String name = request.id().value();
        try {
            String id = spec.create(parts).exec().getId();
            Preparation.finished(workspace);
            containers.start(id);
            return new Running(id, parts.image().digest());
        } catch (ConflictException takenMeanwhile) {
            Preparation.finished(workspace);
            InspectContainerResponse other = usable(containers.find(request.id()))
                    .orElseThrow(() -> EngineErrors.translate(takenMeanwhile, "creating container " + name));
            return adopt(request, other);
        } catch (RuntimeException failed) {
            Preparation.finished(workspace);
            throw EngineErrors.translate(failed, "creating container " + name);
        }
    }

    private Running adopt(SandboxRequest request, InspectContainerResponse container) {
        return switch (Containers.inspection(container)) {
            case Inspection.Running running -> Running.of(container);
            case Inspection.Dead dead -> throw Preparation.lost(request, dead.reason());
            case Inspection.Absent createdOnly -> {
                preparation.workspace(request);
                containers.start(request.id().value());
                yield Running.of(container);
            }
        };
    }
}
