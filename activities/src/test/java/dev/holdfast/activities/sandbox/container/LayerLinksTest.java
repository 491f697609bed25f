package dev.holdfast.activities.sandbox.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LayerLinksTest {
    @TempDir
    Path overlays;

    private Path layer;

    @BeforeEach
    void makeALayer() throws IOException {
        layer = Files.createDirectories(overlays.resolve("0123456789abcdef").resolve("diff"));
        Files.createDirectory(overlays.resolve("l"));
    }

    @Test
    void aLayerIsFoundByItsShortName() throws IOException {
        Files.writeString(layer.resolveSibling("link"), "SHORT");
        Path link = Files.createSymbolicLink(overlays.resolve("l/SHORT"), Path.of("../0123456789abcdef/diff"));

        assertThat(LayerLinks.shortest(layer)).isEqualTo(link);
    }

    @Test
    void aLayerWithoutAShortNameKeepsItsOwn() {
        assertThat(LayerLinks.shortest(layer)).isEqualTo(layer);
    }

    @Test
    void aShortNameThatLeadsNowhereOrElsewhereIsNotUsed() throws IOException {
        Files.writeString(layer.resolveSibling("link"), "SHORT");
        assertThat(LayerLinks.shortest(layer)).isEqualTo(layer);

        Files.createDirectories(overlays.resolve("another/diff"));
        Files.createSymbolicLink(overlays.resolve("l/SHORT"), Path.of("../another/diff"));
        assertThat(LayerLinks.shortest(layer)).isEqualTo(layer);
    }
}
