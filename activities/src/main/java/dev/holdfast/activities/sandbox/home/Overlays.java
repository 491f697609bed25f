package dev.holdfast.activities.sandbox.home;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Directories that are seen as one, the first on top. */
public final class Overlays {
    private Overlays() {}

    /** Nothing can be written through it. */
    public static void mountReadOnly(List<Path> layers, Path point) throws IOException {
        KernelCalls.mount("overlay", point, KernelCalls.MOUNT_READ_ONLY, lower(layers));
    }

    /**
     * What is written goes to a directory of its own.
     *
     * @param work an empty directory on the same file system as {@code upper}
     */
    public static void mount(List<Path> layers, Path upper, Path work, Path point) throws IOException {
        KernelCalls.mount("overlay", point, 0, lower(layers) + ",upperdir=" + upper + ",workdir=" + work);
    }

    private static String lower(List<Path> layers) throws IOException {
        for (Path layer : layers) {
            if (layer.toString().chars().anyMatch(c -> c == ':' || c == ',' || c == '\\')) {
                throw new IOException("'" + layer + "' has a character that cannot be part of a mount's options");
            }
        }
        return "lowerdir=" + layers.stream().map(Path::toString).collect(Collectors.joining(":"));
    }
}
