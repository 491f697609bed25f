package dev.holdfast.activities.sandbox.container;

import dev.holdfast.activities.sandbox.Fingerprint;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.home.Mounts;
import dev.holdfast.activities.sandbox.home.NamedLocks;
import dev.holdfast.activities.sandbox.home.Overlays;
import dev.holdfast.activities.sandbox.home.SandboxHome;
import dev.holdfast.activities.sandbox.home.TreeRemoval;
import dev.holdfast.activities.sandbox.home.Workspaces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Read-only views of images. A view has one layer more than its image: the places that something is mounted at and that the
 * image does not have. The runtime itself makes that layer, once for each image and set of places, because only it
 * finds its way through an image's links without leaving the image.
 */
final class RootFileSystems {
    private static final Duration KEPT_IDLE = Duration.ofSeconds(20);

    private final Path directory;
    private final NamedLocks locks;
    private final KeptImages images;
    private final OciBundle bundles;
    private final OciRuntime runtime;
    private final String instance;

    RootFileSystems(SandboxHome home, KeptImages images, OciBundle bundles, OciRuntime runtime) {
        this.directory = home.root().resolve("roots");
        this.locks = NamedLocks.ofImages(home);
        this.images = images;
        this.bundles = bundles;
        this.runtime = runtime;
        this.instance = home.instance();
    }

    /** Everything that the parts name must be there, and said to be in use; the workspace may still be empty. */
    void mount(ContainerParts parts, Path point) {
        Image image = parts.image();
        Path own = directory.resolve(KeptImages.shortId(image.id()));
        locks.holding(own.getFileName().toString(), () -> {
            try {
                mount(parts, own, point);
                return own;
            } catch (IOException failed) {
                throw new SandboxException(
                        SandboxError.INTERNAL,
                        "the image '" + image.name() + "' could not be mounted: " + failed.getMessage(),
                        failed);
            }
        });
    }

    private void mount(ContainerParts parts, Path own, Path point) throws IOException {
        Image image = parts.image();
        if (!Files.exists(own)) {
            // Whoever removed it has let go of the image as well.
            images.lookAgain(image);
            Files.createDirectories(own);
        }
        Files.setLastModifiedTime(own, FileTime.from(Instant.now()));
        try {
            Overlays.mountReadOnly(view(parts, own), point);
        } catch (IOException gone) {
            images.lookAgain(image);
            Overlays.mountReadOnly(view(parts, own), point);
        }
    }

    /**
     * Removes what belongs to images that nobody has used for a while, and what workers that died left in others.
     *
     * @param used is asked when nobody can mount an image that it does not name
     */
    void sweep(Supplier<Set<String>> used) {
        sweep(used, KEPT_IDLE);
    }

    /** The same at the end of this worker, for all that nobody uses. */
    void clear(Supplier<Set<String>> used) {
        sweep(used, Duration.ZERO);
    }

    private void sweep(Supplier<Set<String>> used, Duration idle) {
        for (Path image : entries(directory)) {
            String name = image.getFileName().toString();
            locks.holding(name, () -> {
                removeRehearsals(image);
                if (idleFor(idle, image) && !used.get().contains(name)) {
                    images.release(name);
                    removeTree(image);
                }
                return name;
            });
        }
    }

    /** Nobody is at one while the image's lock is ours: their workers died. */
    private void removeRehearsals(Path image) {
        entries(image).stream()
                .filter(Rehearsal::isOne)
                .forEach(left -> Rehearsal.found(left, instance, runtime).remove());
    }

    private static boolean idleFor(Duration time, Path image) {
        try {
            Instant asked = Files.getLastModifiedTime(image).toInstant();
            return !asked.isAfter(Instant.now().minus(time));
        } catch (IOException removedMeanwhile) {
            return false;
        }
    }

    private List<Path> view(ContainerParts parts, Path own) throws IOException {
        List<Path> layers = new ArrayList<>(List.of(places(parts, own)));
        layers.addAll(images.layers(parts.image()));
        return layers;
    }

    private Path places(ContainerParts parts, Path own) throws IOException {
        Path places = own.resolve(Fingerprint.of(String.join("\n", bundles.places(parts)), 8));
        if (!Files.exists(places)) {
            rehearse(parts, own, places);
        }
        return places;
    }

    private void rehearse(ContainerParts parts, Path own, Path places) throws IOException {
        Rehearsal rehearsal = Rehearsal.begin(own, instance, runtime);
        try {
            Path made =
                    rehearsal.run(images.layers(parts.image()), (group, root) -> bundles.rehearsal(parts, group, root));
            Files.move(made, places, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            rehearsal.remove();
        }
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
