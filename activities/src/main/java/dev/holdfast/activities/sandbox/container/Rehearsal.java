package dev.holdfast.activities.sandbox.container;

import dev.holdfast.activities.sandbox.home.Mounts;
import dev.holdfast.activities.sandbox.home.Overlays;
import dev.holdfast.activities.sandbox.home.TreeRemoval;
import dev.holdfast.activities.sandbox.home.Workspaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.function.BiFunction;

/**
 * A container that is made like a sandbox's and ends at once. All that it is made of bears the name of its directory, which
 * goes last: whoever finds one that ended with its worker can remove the rest.
 */
final class Rehearsal {
    private static final String UNFINISHED = "new-";

    private final Path directory;
    private final String name;
    private final ControlGroup group;
    private final OciRuntime runtime;

    private Rehearsal(Path directory, String instance, OciRuntime runtime) {
        this.directory = directory;
        this.name = "rehearsal-" + directory.getFileName().toString().substring(UNFINISHED.length());
        this.group = new ControlGroup(instance + "-" + name);
        this.runtime = runtime;
    }

    static Rehearsal begin(Path image, String instance, OciRuntime runtime) throws IOException {
        return new Rehearsal(Files.createTempDirectory(image, UNFINISHED), instance, runtime);
    }

    static boolean isOne(Path directory) {
        return directory.getFileName().toString().startsWith(UNFINISHED);
    }

    /** One that an earlier worker began. */
    static Rehearsal found(Path directory, String instance, OciRuntime runtime) {
        return new Rehearsal(directory, instance, runtime);
    }

    /** Returns the layer that the runtime has made, a part of the directory. */
    Path run(List<Path> layers, BiFunction<ControlGroup, Path, byte[]> config) throws IOException {
        Path places = made("places");
        Path root = made("rootfs");
        Overlays.mount(layers, places, made("work"), root);
        Files.write(directory.resolve("config.json"), config.apply(group, root));
        runtime.runToTheEnd(name, directory, directory.resolve("output"));
        Workspaces.unmountBelow(directory);
        return places;
    }

    /** Whatever there is of it, and also for a thread that was interrupted. */
    void remove() {
        boolean interrupted = Thread.interrupted();
        try {
            group.remove();
            runtime.forget(name);
            Workspaces.unmountBelow(directory);
            if (Mounts.below(directory).isEmpty()) {
                TreeRemoval.remove(directory);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Readable for everybody, because that is what it is in a container. */
    private Path made(String part) throws IOException {
        Path path = Files.createDirectory(directory.resolve(part));
        return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
