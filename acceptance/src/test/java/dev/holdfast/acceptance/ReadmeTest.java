package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The README's tour, line by line as a reader would type it. What starts and stops the stack is the test's own business. */
@ExtendWith(WithStack.class)
class ReadmeTest {
    private static final Pattern TOUR = Pattern.compile("## Five-minute tour\\n```bash\\n(.*?)```", Pattern.DOTALL);

    private final StackUnderTest stack;

    ReadmeTest(StackUnderTest stack) {
        this.stack = stack;
    }

    @Test
    void everyLineOfTheTourDoesWhatItSays() throws IOException {
        Path root = stack.root();
        List<String> said = new ArrayList<>();
        for (String line : lines(Files.readString(root.resolve("README.md")))) {
            Shell.Ended ended = Shell.run(
                    List.of("env", "--default-signal=INT", "-C", root.toString(), "bash", "-c", line),
                    stack.environment());

            assertThat(ended.exitCode())
                    .as("%s%n%s%s", line, ended.stdout(), ended.stderr())
                    .isZero();
            said.add(ended.stdout());
        }

        assertThat(String.join("", said))
                .contains("exit code 3", "124 is 124: timed out", "one\n", "1\n2\n3\n4\n5\n", "nightly-2", "same");
        Files.deleteIfExists(root.resolve("nightly-1.holdfast.tar.gz"));
    }

    private static List<String> lines(String readme) {
        Matcher tour = TOUR.matcher(readme);
        assertThat(tour.find()).as("the README has its tour").isTrue();
        List<String> lines = tour.group(1)
                .lines()
                .filter(line -> !line.isBlank())
                .filter(line -> !line.matches("\\./holdfast (up|down|status|doctor)\\b.*"))
                .toList();
        assertThat(lines).hasSizeGreaterThan(15);
        return lines;
    }
}
