package dev.holdfast.activities.sandbox.container;

import dev.holdfast.activities.sandbox.Fingerprint;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.home.Mounts;
import dev.holdfast.activities.sandbox.home.Overlays;
import dev.holdfast.activities.sandbox.home.SandboxHome;
import dev.holdfast.activities.sandbox.home.TreeRemoval;
import dev.holdfast.activities.sandbox.home.Workspaces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * Read-only views of images. A view has one layer more than its image: the places that something is mounted at and that the
 * image does not have. The runtime itself makes that layer, once for each image and set of places, because only it
 * finds its way through an image's links without leaving the image.
 */
final class RootFileSystems {
    private static final Duration KEPT_IDLE = Duration.ofSeconds(20);
    private static final String UNFINISHED = "new-";

    private final Path directory;
    private final KeptImages images;
    private final OciBundle bundles;
    private final OciRuntime runtime;
    private final ReentrantLock rehearsing = new ReentrantLock();
    private final Map<String, Instant> asked = new ConcurrentHashMap<>();
    private final Instant since = Instant.now();

    RootFileSystems(SandboxHome home, KeptImages images, OciBundle bundles, OciRuntime runtime) {
        this.directory = home.root().resolve("roots");
        this.images = images;
        this.bundles = bundles;
        this.runtime = runtime;
    }

    /** Everything that the parts name must be there; the workspace may still be empty. */
    void mount(ContainerParts parts, Path point) {
        Image image = parts.image();
        asked.put(KeptImages.shortId(image.id()), Instant.now());
        try {
            Path places = places(parts);
            try {
                Overlays.mountReadOnly(view(places, image), point);
            } catch (IOException gone) {
                images.lookAgain(image);
                Overlays.mountReadOnly(view(places, image), point);
            }
        } catch (IOException failed) {
            throw new SandboxException(
                    SandboxError.INTERNAL,
                    "the image '" + image.name() + "' could not be mounted: " + failed.getMessage(),
                    failed);
        }
    }

    /** Removes what belongs to images that nobody has used for a while. */
    void sweep(Set<String> used) {
        sweep(used, KEPT_IDLE);
    }

    /** The same at the end of this worker, for all that nobody uses. */
    void clear(Set<String> used) {
        sweep(used, Duration.ZERO);
    }

    private void sweep(Set<String> used, Duration idle) {
        Instant before = Instant.now().minus(idle);
        for (Path image : entries(directory)) {
            String name = image.getFileName().toString();
            boolean waits = asked.getOrDefault(name, since).isAfter(before);
            if (!waits && !used.contains(name)) {
                images.release(name);
                removeTree(image);
            }
        }
    }

    private List<Path> view(Path places, Image image) {
        List<Path> layers = new ArrayList<>(List.of(places));
        layers.addAll(images.layers(image));
        return layers;
    }

    private Path places(ContainerParts parts) throws IOException {
        Path places = directory
                .resolve(KeptImages.shortId(parts.image().id()))
                .resolve(Fingerprint.of(String.join("\n", bundles.places(parts)), 8));
        if (!Files.exists(places)) {
            rehearsing.lock();
            try {
                if (!Files.exists(places)) {
                    rehearse(parts, places);
                }
            } finally {
                rehearsing.unlock();
            }
        }
        return places;
    }

    private void rehearse(ContainerParts parts, Path places) throws IOException {
        Files.createDirectories(places.getParent());
        Path own = Files.createTempDirectory(places.getParent(), UNFINISHED);
        String name = "rehearsal-" + parts.request().id();
        try {
            Path upper = made(own.resolve("places"));
            Path root = made(own.resolve("rootfs"));
            Overlays.mount(images.layers(parts.image()), upper, made(own.resolve("work")), root);
            ControlGroup group = new ControlGroup(name);
            Files.write(own.resolve("config.json"), bundles.rehearsal(parts, group, root));
            runtime.runToTheEnd(name, own, own.resolve("output"));
            Workspaces.unmountBelow(own);
            Files.move(upper, places, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException made) {
            if (!Files.exists(places)) {
                throw made;
            }
            // Another worker of this host was faster.
        } finally {
            removeTree(own);
        }
    }

    /** Readable for everybody, because that is what it is in a container. */
    private static Path made(Path path) throws IOException {
        Files.createDirectory(path);
        return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void removeTree(Path path) {
        Workspaces.unmountBelow(path);
        if (Mounts.below(path).isEmpty()) {
            TreeRemoval.remove(path);
        }
    }

    private static List<Path> entries(Path path) {
        if (!Files.isDirectory(path)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(path)) {
            return entries.toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
