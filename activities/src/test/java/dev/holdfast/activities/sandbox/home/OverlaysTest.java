package dev.holdfast.activities.sandbox.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverlaysTest {
    /** As long as an engine's own. */
    private static final String LAYER = "/var/lib/docker/overlay2/" + "0".repeat(64) + "/diff";

    private static final int LONGEST = 4095;

    @TempDir
    Path directory;

    @Test
    void moreLayersThanTheKernelTakesAreRefusedInsteadOfCutOff() throws IOException {
        List<Path> many =
                IntStream.range(0, 60).mapToObj(number -> Path.of(LAYER)).toList();

        assertRefused(() -> Overlays.mountReadOnly(many, point()));
        assertRefused(() -> Overlays.mount(many, directory.resolve("upper"), directory.resolve("work"), point()));
    }

    /** The kernel is asked about the longest that it takes, and says that there is no such directory. */
    @Test
    void asManyBytesAsTheKernelTakesAreNotRefused() {
        String fits = "/" + "0".repeat(LONGEST - "lowerdir=/".length());

        assertThatThrownBy(() -> Overlays.mountReadOnly(List.of(Path.of(fits)), point()))
                .isInstanceOf(IOException.class);
        assertRefused(() -> Overlays.mountReadOnly(List.of(Path.of(fits + "0")), point()));
    }

    private static void assertRefused(ThrowingCallable mount) {
        assertThatThrownBy(mount)
                .isInstanceOfSatisfying(
                        SandboxException.class, e -> assertThat(e.error()).isEqualTo(SandboxError.IMAGE_INVALID))
                .hasMessageContaining("too many")
                .hasMessageContaining("ask for executor docker");
    }

    private Path point() throws IOException {
        return Files.createDirectories(directory.resolve("point"));
    }
}
