package dev.holdfast.projects.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Our reading of .gitignore against git's own. */
class GitIgnoreTest {
    private static final String RULES = """
            # a comment
            *.log
            !keep.log
            /build
            out/
            docs/*.txt
            **/generated
            a/**/z
            logs/**
            [Tt]emp?
            \\#literal
            \\!bang
            trailing\\
            deep/**/
            *.[oa]
            """;

    private static final List<String> FILES = List.of(
            "x.log",
            "keep.log",
            "sub/x.log",
            "build",
            "sub/build",
            "out/a",
            "sub/out/b",
            "docs/a.txt",
            "docs/sub/a.txt",
            "generated",
            "sub/deeper/generated",
            "a/z",
            "a/b/z",
            "a/b/c/z",
            "logs/one/two",
            "Temp1",
            "temp2",
            "temp",
            "#literal",
            "!bang",
            "main.o",
            "lib/x.a",
            "src/Main.java",
            "deep/er/file");

    @Test
    void weIgnoreWhatGitIgnores(@TempDir Path directory) throws IOException, InterruptedException {
        Files.writeString(directory.resolve(".gitignore"), RULES);
        for (String file : FILES) {
            Path path = directory.resolve(file);
            if (path.getParent() != null && !Files.isRegularFile(path.getParent())) {
                Files.createDirectories(path.getParent());
                Files.writeString(path, "x");
            }
        }
        Process init = new ProcessBuilder("git", "init", "--quiet", directory.toString()).start();
        assumeThat(init.waitFor()).isZero();
        Process list = new ProcessBuilder(
                        "git", "-C", directory.toString(), "ls-files", "--others", "--exclude-standard")
                .start();
        List<String> git = new ArrayList<>(
                new String(list.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
                        .lines()
                        .toList());
        assertThat(list.waitFor()).isZero();
        assertThat(git).contains("src/Main.java", "keep.log").doesNotContain("x.log", "a/b/z");

        assertThat(SourceTree.files(directory)).containsExactlyInAnyOrderElementsOf(git);
    }

    @Test
    void rulesOfAnInnerDirectoryWin(@TempDir Path directory) throws IOException {
        Files.createDirectories(directory.resolve("inner"));
        Files.writeString(directory.resolve(".gitignore"), "*.txt\n");
        Files.writeString(directory.resolve("inner/.gitignore"), "!*.txt\n");
        Files.writeString(directory.resolve("inner/a.txt"), "");
        Files.writeString(directory.resolve("b.txt"), "");
        assertThat(SourceTree.files(directory)).contains("inner/a.txt").doesNotContain("b.txt");
    }
}
