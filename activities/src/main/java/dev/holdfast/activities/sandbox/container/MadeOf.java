package dev.holdfast.activities.sandbox.container;

import dev.holdfast.activities.sandbox.home.SandboxDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Which image a sandbox was made of, as its directory says: no engine knows of it.
 *
 * @param shortId the engine's, abbreviated
 */
record MadeOf(String shortId, String digest) {
    static void write(SandboxDirectory directory, Image image) throws IOException {
        Files.write(file(directory), List.of(KeptImages.shortId(image.id()), image.digest()));
    }

    static Optional<MadeOf> of(SandboxDirectory directory) {
        try {
            List<String> lines = Files.readAllLines(file(directory));
            return lines.size() == 2 ? Optional.of(new MadeOf(lines.get(0), lines.get(1))) : Optional.empty();
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    private static Path file(SandboxDirectory directory) {
        return directory.path().resolve("image");
    }
}
