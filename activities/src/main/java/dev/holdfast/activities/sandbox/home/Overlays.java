package dev.holdfast.activities.sandbox.home;

import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Directories that are seen as one, the first on top. */
public final class Overlays {
    /** One page, less the zero that ends it. */
    private static final int LONGEST = 4095;

    private Overlays() {}

    /** Nothing can be written through it. */
    public static void mountReadOnly(List<Path> layers, Path point) throws IOException {
        KernelCalls.mount("overlay", point, KernelCalls.MOUNT_READ_ONLY, whole(layers, ""));
    }

    /**
     * What is written goes to a directory of its own.
     *
     * @param work an empty directory on the same file system as {@code upper}
     */
    public static void mount(List<Path> layers, Path upper, Path work, Path point) throws IOException {
        KernelCalls.mount("overlay", point, 0, whole(layers, ",upperdir=" + upper + ",workdir=" + work));
    }

    /** The kernel cuts longer ones off without a word, and would mount an image that lacks its lowest layers. */
    private static String whole(List<Path> layers, String more) throws IOException {
        String options = lower(layers) + more;
        int length = options.getBytes(StandardCharsets.UTF_8).length;
        if (length > LONGEST) {
            throw new SandboxException(
                    SandboxError.IMAGE_INVALID,
                    "image: its " + layers.size()
                            + " layers are too many to be mounted without an engine (their names have " + length
                            + " bytes, the kernel takes " + LONGEST + "); ask for executor docker");
        }
        return options;
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
