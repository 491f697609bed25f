package dev.holdfast.projects.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.projects.detect.Detector;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BootstrapTest {
    private static final Path SAMPLES = Path.of(
            Objects.requireNonNull(System.getProperty("holdfast.root")), "acceptance", "src", "test", "projects");

    private static Bootstrap write(String sample) {
        return Bootstrap.of(Detector.standard()
                        .detect(SAMPLES.resolve(sample))
                        .projects()
                        .get(0))
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"go", "node", "python", "java", "dotnet"})
    void givesTheSameBytesEachTimeAndNoRootUser(String sample) {
        Bootstrap files = write(sample);
        assertThat(write(sample)).isEqualTo(files);
        assertThat(files.dockerfile()).contains("ARG BASE=", "--mount=type=cache");
        assertThat(files.dockerfile()
                        .lines()
                        .filter(line -> line.startsWith("USER "))
                        .toList())
                .endsWith("USER 1000:1000");
        assertThat(files.dockerignore()).contains(".git\n", ".env*\n");
    }

    @Test
    void dependenciesAreALayerBeforeTheCode() {
        String dockerfile = write("node").dockerfile();
        assertThat(dockerfile.indexOf("npm ci")).isBetween(1, dockerfile.indexOf("COPY --chown=1000:1000 . ."));
    }

    @Test
    void thereIsNoneForARubyProject() {
        assertThat(Bootstrap.of(Detector.standard()
                        .detect(SAMPLES.resolve("ruby"))
                        .projects()
                        .get(0)))
                .isEmpty();
    }
}
