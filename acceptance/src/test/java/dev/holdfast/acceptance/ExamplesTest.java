package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every example is run as its reader would run it. */
@ExtendWith(WithStack.class)
class ExamplesTest {
    private final StackUnderTest stack;

    ExamplesTest(StackUnderTest stack) {
        this.stack = stack;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Blocking           | hello,exit code 3
            Async              | 1,4,9
            Streaming          | line 1,line 2,line 3,succeeded
            FilesAndArtifacts  | a,b,c
            OpenSession        | hello world,one,two,hello world
            temporal.StartTask | straight through Temporal,exit code 4
            temporal.ChildTask | built by a child
            temporal.NexusTask | built by an operation
            """)
    void theProgramSaysWhatItPromises(String program, String lines) {
        Shell.Ended ended = Shell.run(
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.holdfast.examples." + program),
                environment());

        assertThat(ended.exitCode()).as(ended.stderr()).isZero();
        assertThat(ended.stdout().lines().toList()).isEqualTo(List.of(lines.split(",", -1)));
    }

    @Test
    void curlAloneSubmitsFollowsAndFetches() {
        Shell.Ended ended = Shell.run(
                List.of(stack.launcher().resolveSibling("examples/curl/task.sh").toString()), environment());

        assertThat(ended.exitCode()).as(ended.stderr() + ended.stdout()).isZero();
        assertThat(ended.stdout()).isEqualTo("seen pear\nseen apple\napple\npear\n");
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(stack.environment());
        environment.put("HOLDFAST_TEMPORAL_TARGET", stack.part("temporal").address());
        return environment;
    }
}
