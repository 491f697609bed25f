package dev.holdfast.activities.sandbox.container;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.exception.NotModifiedException;
import com.github.dockerjava.api.model.Container;
import dev.holdfast.activities.sandbox.Inspection;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** The engine's containers in our words: gone is an answer, everything else that fails is translated. */
final class Containers {
    /** The engine's word for the network of another container, before its name. */
    static final String JOINED = "container:";

    private static final int MOST_LOOKS = 20;
    private static final Duration A_MOMENT = Duration.ofMillis(50);

    private final Engine engine;
    private final String instance;

    Containers(Engine engine, String instance) {
        this.engine = engine;
        this.instance = instance;
    }

    /** Our container of that name; another's is an error. */
    Optional<InspectContainerResponse> find(SandboxId id) {
        Optional<InspectContainerResponse> found = inspect(id.value());
        if (found.isPresent() && !Labels.isOurs(labels(found.get()), instance, id)) {
            throw new SandboxException(
                    SandboxError.NAME_TAKEN,
                    "a container named " + id + " exists and is not of this installation; remove or rename it");
        }
        return found;
    }

    /** Podman refuses in the moment in which the container's process has ended and it does not know that yet. */
    Optional<InspectContainerResponse> inspect(String nameOrId) {
        for (int look = 1; ; look++) {
            try {
                return Optional.of(engine.client().inspectContainerCmd(nameOrId).exec());
            } catch (NotFoundException none) {
                return Optional.empty();
            } catch (RuntimeException failed) {
                if (look == MOST_LOOKS || !EngineErrors.isAboutAProcessThatEnds(failed)) {
                    throw EngineErrors.translate(failed, "looking for container " + nameOrId);
                }
                LockSupport.parkNanos(A_MOMENT.toNanos());
            }
        }
    }

    List<Container> ours(Map<String, String> more) {
        Map<String, String> wanted = Labels.own(instance);
        wanted.putAll(more);
        return attempt(
                "listing containers",
                () -> engine.client()
                        .listContainersCmd()
                        .withShowAll(true)
                        .withLabelFilter(wanted)
                        .exec());
    }

    void start(String id) {
        try {
            engine.client().startContainerCmd(id).exec();
        } catch (NotModifiedException runsAlready) {
            // That is what was wanted.
        } catch (RuntimeException failed) {
            throw EngineErrors.translate(failed, "starting container " + id);
        }
    }

    /** Kills and removes it with its anonymous volumes; one that is being removed already is left to that. */
    void remove(String id) {
        try {
            engine.client()
                    .removeContainerCmd(id)
                    .withForce(true)
                    .withRemoveVolumes(true)
                    .exec();
        } catch (NotFoundException | ConflictException goneOrGoing) {
            // Whoever asked looks again.
        } catch (RuntimeException failed) {
            throw EngineErrors.translate(failed, "removing container " + id);
        }
    }

    /** One that is paused does not. */
    static boolean runs(InspectContainerResponse container) {
        return "running".equals(container.getState().getStatus());
    }

    static Inspection inspection(InspectContainerResponse container) {
        InspectContainerResponse.ContainerState state = container.getState();
        String status = Objects.requireNonNullElse(state.getStatus(), "unknown");
        return switch (status) {
            case "running", "paused", "restarting" -> new Inspection.Running();
            case "created", "configured", "initialized" -> new Inspection.Absent();
            default -> {
                boolean oom = Boolean.TRUE.equals(state.getOOMKilled());
                String error = Objects.requireNonNullElse(state.getError(), "");
                yield new Inspection.Dead(
                        "its container is " + status + " with exit code " + state.getExitCodeLong()
                                + (oom ? ", out of memory" : "") + (error.isEmpty() ? "" : ", " + error),
                        oom);
            }
        };
    }

    /** Whether it has its network from another container. */
    static boolean joinsAnother(InspectContainerResponse container) {
        return container.getHostConfig() != null
                && String.valueOf(container.getHostConfig().getNetworkMode()).startsWith(JOINED);
    }

    static Map<String, String> labels(InspectContainerResponse container) {
        Map<String, String> labels =
                container.getConfig() == null ? null : container.getConfig().getLabels();
        return labels == null ? Map.of() : labels;
    }

    static <T> T attempt(String doing, Supplier<T> call) {
        try {
            return call.get();
        } catch (RuntimeException failed) {
            throw EngineErrors.translate(failed, doing);
        }
    }
}
