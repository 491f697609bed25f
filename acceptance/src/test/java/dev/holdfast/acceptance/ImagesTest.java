package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code holdfast images} with small images and a registry of its own; the cases stand in the script. */
class ImagesTest {
    @Test
    void imagesAreBuiltListedPulledPrunedAndScanned() {
        Shell.Ended tests = Shell.run(
                List.of(StackUnderTest.checkout()
                        .resolve("deploy/scripts/test-images")
                        .toString()),
                Map.of());
        assertThat(tests.exitCode()).as(tests.stdout() + tests.stderr()).isZero();
        assertThat(tests.stdout()).contains("ok    prune removes it", "ok    a scan finds the user root");
    }
}
