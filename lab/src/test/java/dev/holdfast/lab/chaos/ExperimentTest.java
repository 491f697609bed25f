package dev.holdfast.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentTest {
    @TempDir
    private Path workspace;

    @Test
    void itsCommandWritesTheArtifactThatIsExpected() throws IOException, InterruptedException {
        Experiment experiment = Experiment.of(1, Duration.ZERO, 3, "c0ffee").withArtifactBytes(100_001);

        assertThat(run(experiment)).isEqualTo(3);
        assertThat(workspace.resolve(".artifacts/data")).hasBinaryContent(experiment.artifact());
    }

    @Test
    void anotherWordMakesAnotherArtifact() {
        assertThat(Experiment.of(1, Duration.ZERO, 0, "one").artifact())
                .isNotEqualTo(Experiment.of(1, Duration.ZERO, 0, "two").artifact());
    }

    private int run(Experiment experiment) throws IOException, InterruptedException {
        return new ProcessBuilder(experiment.steps().getFirst().command().argv())
                .directory(workspace.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
