package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.client.Task;
import dev.holdfast.contract.Command;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.ResourceSample;
import dev.holdfast.contract.ResourceUsage;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskState;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a command writes and uses, while it runs and afterwards. */
@ExtendWith(WithStack.class)
class OutputAndUsageTest {
    /** Text, bytes that are no text, and a pause in which the first part is there already. */
    private static final String WRITES =
            "echo one; echo error >&2; printf '\\377\\000\\n'; sleep 3; printf 'no end'; echo more >&2";

    private static final byte[] STDOUT = "one\n\u00ff\0\nno end".getBytes(StandardCharsets.ISO_8859_1);

    private final StackUnderTest stack;

    OutputAndUsageTest(StackUnderTest stack) {
        this.stack = stack;
    }

    @Test
    void stepsThatWriteBytesWhichAreNoTextEndHoweverManyThereAre() {
        String binary = "head -c 20000 /dev/urandom; head -c 20000 /dev/urandom >&2";
        StepSpec step = StepSpec.of(Command.shell(binary + "; : " + "x".repeat(10_000)));

        TaskResult ended = stack.client()
                .submit(new TaskId("binary-steps"), TaskSpec.of(step, step, step, step, step))
                .await();

        assertThat(ended.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(ended.cleanup().state()).isEqualTo(Receipt.State.CLEAN);
        assertThat(ended.steps()).hasSize(5).allSatisfy(each -> {
            assertThat(each.stdoutBytes()).isEqualTo(20_000);
            assertThat(each.command().get(2)).startsWith("head").contains("left out");
        });
    }

    @Test
    void liveAndAfterTheEndItIsTheSameBytes() throws Exception {
        Task task = stack.client().submit(new TaskId("same-bytes"), TaskSpec.of(StepSpec.of(Command.shell(WRITES))));

        byte[] live = raw("follow=true&stream=stdout");
        byte[] whole = raw("follow=true");
        TaskResult ended = task.await();

        assertThat(live).isEqualTo(STDOUT).isEqualTo(raw("stream=stdout"));
        assertThat(whole).isEqualTo(raw("")).hasSize(STDOUT.length + "error\nmore\n".length());
        assertThat(raw("stream=stderr")).isEqualTo("error\nmore\n".getBytes(StandardCharsets.UTF_8));
        assertThat(fromTheBundle(task)).isEqualTo(STDOUT);
        assertThat(ended.steps().getFirst().stderr()).isEqualTo("error\nmore\n");
    }

    @Test
    void linesHaveTheirTimeAndStreamsCanBeHadApart() {
        stack.holdfast(
                "run",
                "--id",
                "timed",
                "--name",
                "talk",
                "--",
                "sh",
                "-c",
                // Which of two pipes is read first is nobody's promise, so the last lines are apart in time.
                "for i in 1 2 3 4; do echo out $i; echo err $i >&2; done;"
                        + " sleep 0.5; echo out 5; sleep 0.5; echo err 5 >&2");

        Shell.Ended timed = stack.holdfast("logs", "-t", "timed");
        Shell.Ended last = stack.holdfast("logs", "--tail", "2", "timed");
        Shell.Ended errors = stack.holdfast("logs", "--stream", "stderr", "-n", "1", "timed");
        Shell.Ended json = stack.holdfast("logs", "-o", "json", "--step", "talk", "timed");
        Shell.Ended followed = stack.holdfast("logs", "-f", "--tail", "1", "--stream", "stdout", "timed");

        assertThat(timed.stdout().lines())
                .hasSize(5)
                .allMatch(line -> Instant.parse(line.split(" ", 2)[0]).isAfter(Instant.EPOCH))
                .last()
                .asString()
                .endsWith(" out 5");
        assertThat(last.stdout() + last.stderr()).isEqualTo("out 5\nerr 5\n");
        assertThat(errors.stdout() + errors.stderr()).isEqualTo("err 5\n");
        assertThat(json.stdout().lines().map(ContractJson.STRICT::readTree))
                .isNotEmpty()
                .allMatch(entry -> entry.path("step").asString().equals("talk") && entry.has("at"));
        assertThat(followed.stdout()).isEqualTo("out 5\n");
        assertThat(stack.holdfast("logs", "--since", "1h", "--stream", "stdout", "timed")
                        .stdout())
                .hasLineCount(5);
        assertThat(stack.holdfast("logs", "--since", "0s", "timed").stdout()).isEmpty();
        assertThat(stack.holdfast("logs", "--since", "soon", "timed").stderr()).contains("--since", "24h");
    }

    @Test
    void whatACommandUsesIsKnownWhileItRunsAndAfterwards() {
        Task task = stack.client().submit(new TaskId("used"), TaskSpec.of(StepSpec.of(Command.shell("""
                head -c 20000000 /dev/zero > file
                perl -e '$x = "a" x 50000000; $until = time + 4; 1 while time < $until'
                """))));

        await().atMost(StackUnderTest.EVENTUALLY).untilAsserted(() -> {
            List<ResourceSample> samples = task.usage();
            assertThat(task.result().state().terminal()).isFalse();
            assertThat(samples).anySatisfy(sample -> {
                assertThat(sample.memoryBytes()).isGreaterThan(40_000_000L);
                assertThat(sample.cpuMs()).isGreaterThan(100L);
                assertThat(sample.pids()).isBetween(2L, 20L);
                assertThat(sample.diskBytes()).isGreaterThanOrEqualTo(20_000_000L);
            });
        });
        ResourceUsage sums = task.await().steps().getFirst().resourceUsage();

        assertThat(sums.peakMemoryBytes()).isGreaterThan(50_000_000L);
        assertThat(sums.cpuUserMs()).isGreaterThan(1000L);
        assertThat(sums.diskBytes()).isGreaterThanOrEqualTo(20_000_000L);
        assertThat(sums.networkSentBytes()).as("there is no network").isNull();
        assertThat(stack.holdfast("inspect", "used").stdout()).contains("peak memory", "cpu");
    }

    private byte[] raw(String query) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                            HttpRequest.newBuilder(
                                            URI.create(stack.apiUrl() + "/v1/tasks/same-bytes/logs/raw?" + query))
                                    .header("Authorization", "Bearer " + stack.token())
                                    .build(),
                            BodyHandlers.ofByteArray())
                    .body();
        }
    }

    /** The same again from the sealed form, which lies in S3. */
    private static byte[] fromTheBundle(Task task) throws IOException {
        ByteArrayOutputStream stdout = new ByteArrayOutputStream();
        try (InputStream bundle = task.bundle();
                TarArchiveInputStream tar = new TarArchiveInputStream(
                        new GZIPInputStream(new ByteArrayInputStream(bundle.readAllBytes())))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                if (entry.getName().equals("logs/log.ndjson")) {
                    new String(tar.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .map(ContractJson.STRICT::readTree)
                            .filter(line -> line.path("stream").asString("").equals("stdout"))
                            .forEach(line -> stdout.writeBytes(
                                    line.has("text")
                                            ? line.path("text").asString().getBytes(StandardCharsets.UTF_8)
                                            : Base64.getDecoder()
                                                    .decode(line.path("base64").asString())));
                }
            }
        }
        return stdout.toByteArray();
    }
}
