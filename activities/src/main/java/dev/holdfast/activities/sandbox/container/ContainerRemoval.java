package dev.holdfast.activities.sandbox.container;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.NotFoundException;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.home.Mounts;
import dev.holdfast.activities.sandbox.home.Patience;
import dev.holdfast.activities.sandbox.home.SandboxDirectory;
import dev.holdfast.activities.sandbox.home.Verification;
import dev.holdfast.activities.sandbox.home.Workspaces;
import dev.holdfast.contract.Receipt;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Removes a container and all that belonged to it, and looks afterwards. */
final class ContainerRemoval {
    private static final Duration UNTIL_GONE = Duration.ofSeconds(20);

    private final Engine engine;
    private final Containers containers;
    private final Runnable askToEnd;

    /** @param askToEnd has a running container end by itself: to end it, the engine would start a program */
    ContainerRemoval(Engine engine, Containers containers, Runnable askToEnd) {
        this.engine = engine;
        this.containers = containers;
        this.askToEnd = askToEnd;
    }

    Receipt destroy(SandboxId id, SandboxDirectory directory) {
        Optional<InspectContainerResponse> container = containers.find(id);
        List<String> volumes = container.map(ContainerRemoval::anonymousVolumes).orElse(List.of());
        List<Long> processes = container.map(ContainerRemoval::mainProcess).orElse(List.of());
        boolean gone = true;
        if (container.isPresent()) {
            if (Containers.runs(container.get())) {
                askToEnd.run();
            }
            containers.remove(container.get().getId());
            gone = Patience.until(
                    UNTIL_GONE, () -> containers.inspect(id.value()).isEmpty());
        }
        volumes.forEach(this::removeVolume);
        Workspaces.unmount(directory);
        if (Mounts.below(directory.path()).isEmpty()) {
            directory.remove();
        }
        return receipt(id, gone, directory, volumes, processes);
    }

    private Receipt receipt(
            SandboxId id, boolean gone, SandboxDirectory directory, List<String> volumes, List<Long> processes) {
        return new Verification()
                .lookedFor("container", gone ? List.of() : List.of(id.value()))
                .lookedFor(
                        "volumes", volumes.stream().filter(this::volumeExists).toList())
                .lookedFor(directory)
                .lookedFor(
                        "processes",
                        processes.stream()
                                .filter(pid -> Files.exists(Path.of("/proc", pid.toString(), "root" + Interior.OWN)))
                                .map(pid -> pid.toString())
                                .toList())
                .receipt(id);
    }

    /** Volumes without a name of their own: the image's VOLUMEs that no mount of ours covers. */
    private static List<String> anonymousVolumes(InspectContainerResponse container) {
        Predicate<String> generated = name -> name.matches("[0-9a-f]{64}");
        return container.getMounts() == null
                ? List.of()
                : container.getMounts().stream()
                        .flatMap(mount -> Optional.ofNullable(mount.getName()).stream())
                        .filter(generated)
                        .toList();
    }

    private static List<Long> mainProcess(InspectContainerResponse container) {
        Long pid = container.getState().getPidLong();
        return pid == null || pid == 0 ? List.of() : List.of(pid);
    }

    private boolean volumeExists(String name) {
        try {
            engine.client().inspectVolumeCmd(name).exec();
            return true;
        } catch (NotFoundException gone) {
            return false;
        } catch (RuntimeException failed) {
            throw EngineErrors.translate(failed, "looking for volume " + name);
        }
    }

    private void removeVolume(String name) {
        try {
            engine.client().removeVolumeCmd(name).exec();
        } catch (NotFoundException gone) {
            // Removed with its container.
        } catch (RuntimeException failed) {
            throw EngineErrors.translate(failed, "removing volume " + name);
        }
    }
}
