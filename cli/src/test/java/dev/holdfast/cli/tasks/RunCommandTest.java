package dev.holdfast.cli.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.TaskResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line in a process of its own, because exit codes and signals are what it is about. */
class RunCommandTest {
    private static final String QUEUED = "\"taskId\":\"t1\",\"project\":\"default\",\"reason\":\"accepted\"";

    private final FakeApi api = start();

    @TempDir
    Path directory = Path.of("");

    record Ended(int exitCode, String out, String err) {}

    @BeforeEach
    void oneTask() {
        api.result = "{" + QUEUED + ",\"state\":\"queued\",\"steps\":[]}";
        api.events = """
                event: state
                id: 0-1
                data: {"taskId":"t1","state":"running","reason":"","executor":"local","executorReason":"no engine answers","warnings":["there is no isolation"]}

                event: log
                id: 2-1
                data: {"entries":[{"step":"step-1","stream":"stdout","offset":0,"text":"out\\n"},{"step":"step-1","stream":"stderr","offset":4,"text":"err\\n"}],"cursor":2}

                """;
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void streamsStaySeparateAndTheExitCodeIsTheCommands() {
        api.then(end("failed", "exited", 3));

        Ended ended = holdfast("run", "--", "sh", "-c", "exit 3");

        assertThat(ended.exitCode()).isEqualTo(3);
        assertThat(ended.out()).isEqualTo("out\n");
        assertThat(ended.err())
                .contains("err\n", "local sandbox", "no engine answers", "there is no isolation")
                .doesNotContain("\u001b", "\r");
        assertThat(api.bodies.get(0)).contains("[\"sh\",\"-c\",\"exit 3\"]");
    }

    @Test
    void quietLeavesOnlyTheCommandsOwnOutput() {
        api.then(end("succeeded", "exited", 0));

        Ended ended = holdfast("run", "--quiet", "true");

        assertThat(ended).isEqualTo(new Ended(0, "out\n", "err\n"));
    }

    @Test
    void jsonIsOneObjectOnStdoutAndNothingElse() {
        api.then(end("failed", "exited", 3));

        Ended ended = holdfast("run", "-o", "json", "--", "false");

        assertThat(ended.exitCode()).isEqualTo(3);
        TaskResult result = ContractJson.STRICT.readValue(ended.out(), TaskResult.class);
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(ended.out()).doesNotContain("out\\n").hasLineCount(1);
    }

    @Test
    void detachedItReturnsAtOnceWithTheId() {
        assertThat(holdfast("run", "--detach", "sleep", "60").out()).isEqualTo("t1\n");
        Ended json = holdfast("run", "-d", "-o", "json", "sleep", "60");
        assertThat(ContractJson.LENIENT.readTree(json.out()).path("taskId").asString())
                .isEqualTo("t1");
        assertThat(api.requests).doesNotContain("GET /v1/tasks/t1/events");
    }

    @Test
    void optionsBecomeTheSpec() throws IOException {
        Path script = Files.writeString(directory.resolve("build.sh"), "echo hi\n");
        api.then(end("succeeded", "exited", 0));

        Ended ended = holdfast(
                "run",
                "--image",
                "debian:bookworm-slim",
                "--sandbox",
                "docker",
                "-e",
                "A=b=c",
                "--timeout",
                "5m",
                "--step-timeout",
                "30s",
                "--memory",
                "512m",
                "--cpus",
                "0.5",
                "--pids",
                "50",
                "--label",
                "team=x",
                "--id",
                "mine",
                "--name",
                "build",
                "--project",
                "web",
                "--artifact",
                "out/**",
                "--file",
                script + ":in/build.sh",
                "--dir",
                "/srv/checkout:ro",
                "--volume",
                "--cache",
                "npm,pip",
                "--cache",
                "go",
                "--runtime",
                "crun",
                "--disk",
                "3g",
                "make",
                "-j",
                "--",
                "all");

        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(api.bodies.get(0))
                .contains(
                        "\"image\":\"debian:bookworm-slim\"",
                        "\"executor\":\"docker\"",
                        "\"A\":\"b=c\"",
                        "\"timeout\":\"PT5M\"",
                        "\"timeout\":\"PT30S\"",
                        "\"memory\":\"512m\"",
                        "\"cpus\":0.5",
                        "\"pids\":50",
                        "\"team\":\"x\"",
                        "\"taskId\":\"mine\"",
                        "\"name\":\"build\"",
                        "\"project\":\"web\"",
                        "\"out/**\"",
                        "\"in/build.sh\"",
                        "\"dir\":{\"path\":\"/srv/checkout\",\"readOnly\":true}",
                        "\"volume\":\"project\"",
                        "\"caches\":[\"npm\",\"pip\",\"go\"]",
                        "\"runtime\":\"crun\"",
                        "\"workspace\":\"3g\"",
                        "[\"make\",\"-j\",\"--\",\"all\"]");
    }

    @Test
    void ctrlCCancelsAndWaitsForTheEnd() throws Exception {
        api.eventsAfterCancel = end("cancelled", "cancelled", null);
        Process process = process("run", "--id", "t1", "sleep", "60");
        CompletableFuture<String> err = CompletableFuture.supplyAsync(() -> read(process.getErrorStream()));
        Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> api.requests.contains("GET /v1/tasks/t1/events"));
        byte[] first = process.getInputStream().readNBytes(4);

        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();

        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(130);
        assertThat(new String(first, StandardCharsets.UTF_8)).isEqualTo("out\n");
        assertThat(err.join()).contains("cancelling t1");
    }

    @Test
    void aWrongValueIsOneLineThatNamesIt() {
        for (List<String> wrong : List.of(
                List.of("--memory", "lots"),
                List.of("--image", "--privileged"),
                List.of("--timeout", "soon"),
                List.of("--file", "/nonexistent"),
                List.of("--copy", "/nonexistent"),
                List.of("--cache", "emacs"),
                List.of("--runtime", "../x"),
                List.of("--disk", "7 bytes"),
                List.of("--label", "x"))) {
            List<String> arguments = new ArrayList<>(List.of("run"));
            arguments.add(wrong.get(0) + "=" + wrong.get(1));
            arguments.add("true");
            Ended ended = holdfast(arguments.toArray(String[]::new));

            assertThat(ended.exitCode()).as(wrong.toString()).isEqualTo(125);
            assertThat(ended.err())
                    .contains(wrong.get(0).substring(2), "holdfast: ")
                    .doesNotContain("\tat ")
                    .hasLineCount(1);
        }
        assertThat(api.requests).isEmpty();
    }

    @Test
    void aTokenThatIsRefusedIsExplained() {
        Ended ended = holdfast(Map.of("HOLDFAST_API_TOKEN", "wrong"), "ps");

        assertThat(ended.exitCode()).isEqualTo(125);
        assertThat(ended.err()).contains("HOLDFAST_API_TOKEN").hasLineCount(1);
    }

    private static String end(String state, String outcome, @Nullable Integer exitCode) {
        return "event: end\nid: 2-2\ndata: {" + QUEUED + ",\"state\":\"" + state + "\",\"outcome\":\"" + outcome + "\""
                + (exitCode == null ? "" : ",\"exitCode\":" + exitCode) + ",\"steps\":[]}\n\n";
    }

    private Ended holdfast(String... arguments) {
        return holdfast(Map.of(), arguments);
    }

    private Ended holdfast(Map<String, String> environment, String... arguments) {
        Process process = process(environment, arguments);
        CompletableFuture<String> err = CompletableFuture.supplyAsync(() -> read(process.getErrorStream()));
        String out = read(process.getInputStream());
        return new Ended(process.onExit().join().exitValue(), out, err.join());
    }

    private Process process(String... arguments) {
        return process(Map.of(), arguments);
    }

    private Process process(Map<String, String> environment, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.holdfast.cli.Main"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("HOLDFAST_"));
        builder.environment().put("HOLDFAST_API_URL", api.url());
        builder.environment().put("HOLDFAST_API_TOKEN", "secret");
        builder.environment().putAll(environment);
        try {
            return builder.start();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static FakeApi start() {
        try {
            return new FakeApi();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String read(InputStream stream) {
        try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
