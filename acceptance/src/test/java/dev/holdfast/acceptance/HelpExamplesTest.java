package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.Holdfast;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.rest.RerunRequest;
import dev.holdfast.contract.rest.Role;
import dev.holdfast.contract.rest.TokenRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples in the help of every command, as docs/cli.md has them: each is typed and ends well. */
class HelpExamplesTest {
    private static final Pattern EXAMPLES = Pattern.compile("(?ms)^Examples:\\n(.*?)^```");

    /** Explanations stand behind at least three blanks. */
    private static final Pattern EXPLANATION = Pattern.compile("(?<=\\S)\\s{3,}.*");

    /** What ends otherwise because its command does. */
    private static final Map<String, Integer> EXIT_CODES = Map.of("holdfast run -- sh -c 'echo hi; exit 3'", 3);

    /** What takes long, has a test of its own, or waits for a person. */
    private static final List<String> ELSEWHERE = List.of(
            "holdfast bench", // BenchTest
            "holdfast chaos", // ChaosTest
            "holdfast images build", // ./check projects
            "holdfast images scan", // what is built there
            "holdfast replay --file history.json --debug"); // a debugger

    /** They would end what others need. */
    private static final List<String> LAST = List.of(
            "holdfast close build",
            "holdfast ps -q | xargs -r holdfast cancel",
            "holdfast ps -q | xargs -r holdfast cancel --reason 'maintenance'",
            "holdfast down");

    @TempDir
    Path directory;

    @Test
    void everyOneOfThemRuns() throws IOException {
        List<String> lines = new ArrayList<>(lines());
        assertThat(lines).hasSizeGreaterThan(70).containsAll(LAST);
        lines.removeIf(line -> ELSEWHERE.stream().anyMatch(line::startsWith));
        lines.removeAll(LAST);
        lines.addAll(LAST);
        List<String> failed = new ArrayList<>();

        try (StackUnderTest stack = StackUnderTest.notStarted()) {
            assertThat(typed(stack, Files.createDirectory(directory.resolve("first")), "holdfast up --detach")
                            .exitCode())
                    .isZero();
            String token = prepare(stack);
            for (String line : lines) {
                Path here = directory.resolve("line");
                Shell.succeed(List.of("cp", "-r", directory.resolve("template").toString(), here.toString()));
                Shell.Ended ended = typed(stack, here, line.replace("tok-...", token));
                if (ended.exitCode() != EXIT_CODES.getOrDefault(line, 0)) {
                    failed.add(line + " -> " + ended.exitCode() + "\n" + ended.stdout() + ended.stderr());
                }
                Shell.succeed(List.of("rm", "-r", here.toString()));
            }
        }

        assertThat(failed).isEmpty();
    }

    /** Lines that were broken because they are long begin at the margin; so do remarks, which are no commands. */
    private static List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        EXAMPLES.matcher(Files.readString(StackUnderTest.checkout().resolve("docs/cli.md")))
                .results()
                .flatMap(block -> block.group(1).lines())
                .forEach(line -> {
                    if (line.startsWith("  ")) {
                        lines.add(line.strip());
                    } else if (!line.isBlank() && !Character.isUpperCase(line.charAt(0)) && !line.startsWith("--")) {
                        lines.set(lines.size() - 1, lines.getLast() + " " + line);
                    }
                });
        return lines.stream()
                .map(line -> EXPLANATION.matcher(line).replaceFirst(""))
                .filter(line -> line.matches("(printf .* )?holdfast .*"))
                .distinct()
                .toList();
    }

    /** What the examples take for granted: files, tasks of those names, and a token to be revoked. */
    private String prepare(StackUnderTest stack) throws IOException {
        Path template = Files.createDirectory(directory.resolve("template"));
        for (String project : List.of("", "web", "services/api")) {
            Path root = Files.createDirectories(template.resolve(project));
            Files.writeString(root.resolve("go.mod"), "module example.org/x\n\ngo 1.24\n");
            Files.writeString(root.resolve(".holdfast.yml"), """
                    version: 1
                    image: debian:bookworm-slim
                    network: none
                    commands: {setup: ls, build: ls, test: ls, lint: ls, docs: ls}
                    """);
        }
        Files.createDirectory(template.resolve("src"));
        Files.writeString(template.resolve("src/main.py"), "print('hi')\n");
        Files.writeString(template.resolve("main.py"), "print('hi')\n");
        Files.writeString(template.resolve("build.sh"), "mkdir out; echo built > out/result\n");
        Files.writeString(template.resolve("id_ed25519"), "a key for the examples\n");
        assertThat(typed(stack, template, """
                        holdfast run --id nightly-1 --artifact 'out/**' -- sh -c \
                        'mkdir out; echo report | tee out/report.html out/data.bin'
                        holdfast export nightly-1
                        """).exitCode()).isZero();
        Holdfast holdfast = stack.client();
        holdfast.open(new TaskId("OPEN_TASK"), TaskSpec.of()).run("sh", "-c", "mkdir src; echo x > src/x");
        holdfast.task(new TaskId("nightly-1"))
                .rerun(new RerunRequest(new TaskId("TASK"), null, null))
                .await();
        return holdfast.administration()
                .createToken(new TokenRequest("examples", Role.READ, new ProjectId("web"), null))
                .about()
                .id();
    }

    private Shell.Ended typed(StackUnderTest stack, Path here, String line) throws IOException {
        Path bin = Files.createDirectories(directory.resolve("bin"));
        if (Files.notExists(bin.resolve("holdfast"))) {
            Files.createSymbolicLink(bin.resolve("holdfast"), stack.launcher());
        }
        Map<String, String> environment = new HashMap<>(stack.environment());
        environment.put("PATH", bin + ":" + System.getenv("PATH"));
        environment.put("TOKEN", "tok-secret-4711");
        String prepared = line.startsWith("holdfast init") ? "rm .holdfast.yml services/api/.holdfast.yml; " : "";
        List<String> bash = List.of("env", "-C", here.toString(), "bash", "-c", prepared + line);
        return line.startsWith("holdfast shell")
                ? AtATerminal.run(directory, bash, "expect $\ntype exit\\n\n", environment)
                : Shell.run(bash, environment);
    }
}
