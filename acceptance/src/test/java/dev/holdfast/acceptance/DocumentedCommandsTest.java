package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The commands on the pages under docs/. Each is run here, or belongs to those that another test or the reader runs. */
@ExtendWith(WithStack.class)
class DocumentedCommandsTest {
    /** What takes long runs in a test of its own; it is named here so that nothing is forgotten. */
    private static final Map<String, Class<?>> ELSEWHERE = Map.of(
            "./holdfast bench", BenchTest.class,
            "./holdfast chaos", ChaosTest.class,
            "./check hostile", HostileCommandsTest.class);

    /** For people who work on Holdfast: the whole of what this test is a part of, or what waits for a debugger. */
    private static final List<String> OF_THE_READER = List.of(
            "./check",
            "./mvnw spotless:apply",
            "./mvnw -pl workflows -am",
            "./holdfast replay TASK --debug",
            "rm workflows/src/test/resources/histories/*.json");

    private final StackUnderTest stack;

    @TempDir
    Path directory;

    DocumentedCommandsTest(StackUnderTest stack) {
        this.stack = stack;
    }

    @Test
    void everyCommandOnThePagesRuns() throws IOException {
        List<String> lines = lines().stream()
                .filter(line -> ELSEWHERE.keySet().stream().noneMatch(line::startsWith))
                .filter(line -> OF_THE_READER.stream().noneMatch(line::startsWith))
                .toList();
        assertThat(lines).hasSizeGreaterThan(10);
        prepare();

        for (String line : lines) {
            Shell.Ended ended = typed(line);

            assertThat(ended.exitCode())
                    .as("%s%n%s%s", line, ended.stdout(), ended.stderr())
                    .isZero();
            assertThat(ended.stdout()).doesNotContain("tok-secret");
        }
    }

    private List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>(MarkdownCommands.in(stack.root().resolve("CONTRIBUTING.md")));
        try (Stream<Path> pages = Files.list(stack.root().resolve("docs"))) {
            pages.filter(page -> page.toString().endsWith(".md"))
                    .sorted()
                    .forEach(page -> lines.addAll(MarkdownCommands.in(page)));
        }
        return lines;
    }

    /** What the pages take for granted: a task that has ended, its bundle, and a directory of code. */
    private void prepare() throws IOException {
        Files.createSymbolicLink(directory.resolve("holdfast"), stack.launcher());
        Path project = Files.createDirectory(directory.resolve("project"));
        Files.writeString(project.resolve("Makefile"), "build:\n\ttouch built\ntest:\n\ttrue\n");
        Files.writeString(
                project.resolve(".holdfast.yml"),
                "version: 1\nimage: debian:bookworm-slim\ncommands:\n  build: touch built\n  test: ls\n  lint: ls\n");
        assertThat(typed("./holdfast run --id documented -- true && ./holdfast export documented")
                        .exitCode())
                .isZero();
    }

    private Shell.Ended typed(String line) {
        Map<String, String> environment = new HashMap<>(stack.environment());
        environment.put("TOKEN", "tok-secret-4711");
        environment.put("TEMPORAL_ADDRESS", stack.part("temporal").address());
        environment.put("PATH", directory + ":" + System.getenv("PATH"));
        String here = line.replace("./holdfast init DIR", "rm project/.holdfast.yml; ./holdfast init DIR")
                .replace("TASK", "documented")
                .replace("task-ID", "task-documented")
                .replace("DIR", "project")
                .replace("~/.holdfast", stack.directory().toString())
                .replace("http://127.0.0.1:8420", stack.apiUrl())
                .replaceFirst("^temporal ", "\"\\$HOLDFAST_TEMPORAL_BIN\" ");
        return Shell.run(List.of("env", "-C", directory.toString(), "bash", "-c", here), environment);
    }
}
