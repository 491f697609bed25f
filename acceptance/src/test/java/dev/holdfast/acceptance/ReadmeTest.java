package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The README's commands, line by line as a new reader types them: nothing runs before the first. Only what the reader must
 * not wait for is left out: the build, and all tests.
 */
class ReadmeTest {
    @Test
    void everyLineDoesWhatItSays() throws IOException {
        List<String> lines =
                new ArrayList<>(MarkdownCommands.in(StackUnderTest.checkout().resolve("README.md")));
        assertThat(lines)
                .hasSizeGreaterThan(25)
                .startsWith("./holdfast run --image debian:bookworm-slim -- sh -c 'echo hi; exit 3'", "./check");
        List<String> said = new ArrayList<>();
        try (StackUnderTest stack = StackUnderTest.notStarted()) {
            Shell.Ended first = typed(stack, lines.removeFirst());
            assertThat(first.exitCode()).as(first.stderr()).isEqualTo(3);
            assertThat(first.stdout()).isEqualTo("hi\n");
            assertThat(first.stderr())
                    .contains("the token of this machine, shown this once", stack.token())
                    .doesNotContain("[error]");
            lines.removeFirst();
            for (String line : lines) {
                Shell.Ended ended = typed(stack, line);
                assertThat(ended.stderr()).doesNotContain(stack.token());
                assertThat(ended.exitCode())
                        .as("%s%n%s%s", line, ended.stdout(), ended.stderr())
                        .isZero();
                said.add(ended.stdout());
            }
        } finally {
            Files.deleteIfExists(StackUnderTest.checkout().resolve("nightly-1.holdfast.tgz"));
        }

        assertThat(String.join("", said))
                .contains("exit code 3", "124 is 124: timed out", "one\n", "1\n2\n3\n4\n5\n", "nightly-2", "same");
    }

    private static Shell.Ended typed(StackUnderTest stack, String line) {
        Path root = StackUnderTest.checkout();
        return Shell.run(
                List.of("env", "--default-signal=INT", "-C", root.toString(), "bash", "-c", line), stack.environment());
    }
}
