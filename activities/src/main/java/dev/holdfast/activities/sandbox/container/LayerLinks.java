package dev.holdfast.activities.sandbox.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The short names that an engine has for the layers it keeps: half as long, so twice as many fit into one mount. */
final class LayerLinks {
    private LayerLinks() {}

    /** @param layer a layer's {@code diff}; itself where the engine has no other name for it */
    static Path shortest(Path layer) {
        try {
            String name = Files.readString(layer.resolveSibling("link")).strip();
            Path link = layer.resolve("../../l").normalize().resolve(name);
            return Files.isSameFile(link, layer) ? link : layer;
        } catch (IOException none) {
            return layer;
        }
    }
}
