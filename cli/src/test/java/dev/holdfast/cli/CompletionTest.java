package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The completion script in a real bash. */
class CompletionTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void bashCompletesCommandsOptionsAndValues() throws IOException, InterruptedException {
        assertThat(completions("holdfast", "ru")).contains("run").doesNotContain("ps");
        assertThat(completions("holdfast", "run", "--mem")).containsExactly("--memory");
        assertThat(completions("holdfast", "token", "cre")).containsExactly("create");
        assertThat(completions("holdfast", "ps", "--")).contains("--state", "--label");
    }

    private List<String> completions(String... words) throws IOException, InterruptedException {
        Path script = Files.write(directory.resolve("completion"), script());
        List<String> command = new ArrayList<>(List.of("bash", "--noprofile", "--norc", "-c", """
                source "$0" || exit 1
                function=$(complete -p holdfast | sed 's/.*-F \\([^ ]*\\) .*/\\1/')
                COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
                "$function" holdfast "${!#}" ""
                printf '%s\\n' "${COMPREPLY[@]}"
                """, script.toString()));
        command.addAll(List.of(words));
        Process bash = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(said).isZero();
        return said.lines().map(String::strip).toList();
    }

    private static byte[] script() {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            assertThat(Main.execute("completion")).isZero();
        } finally {
            System.setOut(before);
        }
        return printed.toByteArray();
    }
}
