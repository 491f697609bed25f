package dev.holdfast.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.holdfast.client.Holdfast;
import dev.holdfast.client.Task;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.rest.ArtifactPage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An API that lists both artifacts as complete unless a test leaves one out, and has what a test gives it. */
class ArtifactLookTest {
    private static final String DATA = ".artifacts/data";
    private static final String EXECUTIONS = ".artifacts/executions";
    private static final Experiment EXPERIMENT = Experiment.of(1, Duration.ZERO, 0, "word");
    private static final Transcript LOG = Transcript.of("execution a\nline 1\n");
    private static final byte[] WORDS = "a\n".getBytes(StandardCharsets.UTF_8);

    private final Map<String, byte[]> stored = new HashMap<>();
    private final Set<String> missing = new HashSet<>();
    private HttpServer api;

    @BeforeEach
    void start() throws IOException {
        api = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        api.createContext("/v1/tasks/t/artifacts", this::answer);
        api.start();
    }

    @AfterEach
    void stop() {
        api.stop(0);
    }

    @Test
    void whatWasWrittenAndCanBeHadIsRight() {
        stored.put(DATA, EXPERIMENT.artifact());
        stored.put(EXECUTIONS, WORDS);

        assertThat(look().lines()).isEmpty();
    }

    @Test
    void contentThatIsNotThereIsSeenThoughItsRowIsRight() {
        stored.put(EXECUTIONS, WORDS);

        assertThat(look().falseOutcomes())
                .singleElement()
                .asString()
                .contains(DATA)
                .contains("cannot be had");
    }

    @Test
    void contentThatIsNotWhatItsRowSaysIsSeen() {
        stored.put(DATA, new byte[EXPERIMENT.artifactBytes()]);
        stored.put(EXECUTIONS, WORDS);

        assertThat(look().falseOutcomes())
                .anyMatch(line -> line.contains("is not what its row says"))
                .anyMatch(line -> line.contains("is not what the command wrote"));
    }

    @Test
    void aSecondWordInTheFileIsAnotherExecution() {
        stored.put(DATA, EXPERIMENT.artifact());
        stored.put(EXECUTIONS, "a\nb\n".getBytes(StandardCharsets.UTF_8));

        assertThat(look().doubleExecutions()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "collecting was cut off: the task timed out",
                "collecting failed: the storage is away",
                "nothing was collected: cancelled"
            })
    void anArtifactThatIsMissingIsExplainedByAWarningThatCollectingWasGivenUp(String warning) {
        missing.addAll(List.of(DATA, EXECUTIONS));

        assertThat(look(true, List.of("a host was lost", warning)).lines()).isEmpty();
        assertThat(look(false, List.of(warning)).falseOutcomes()).hasSize(2);
    }

    @Test
    void anArtifactThatIsMissingWithoutAWordIsSeenThoughItMayFail() {
        stored.put(EXECUTIONS, WORDS);
        missing.add(DATA);

        assertThat(look(true, List.of("releasing failed: collecting its mounts"))
                        .falseOutcomes())
                .singleElement()
                .asString()
                .contains(DATA);
    }

    private Findings look() {
        return look(false, List.of());
    }

    private Findings look(boolean mayFail, List<String> warnings) {
        Findings findings = Findings.none();
        Task task = Holdfast.builder()
                .baseUrl("http://127.0.0.1:" + api.getAddress().getPort())
                .token("any")
                .build()
                .task(new TaskId("t"));
        ArtifactLook.at(task, warnings, findings).compare(EXPERIMENT, LOG, mayFail);
        return findings;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String query = exchange.getRequestURI().getQuery();
        byte[] body = query == null ? listing() : stored.get(query.substring("path=".length()));
        exchange.sendResponseHeaders(body == null ? 404 : 200, body == null ? -1 : body.length);
        if (body != null) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    private byte[] listing() {
        List<Artifact> artifacts = Stream.of(
                        complete(DATA, EXPERIMENT.artifact()),
                        complete(EXECUTIONS, stored.getOrDefault(EXECUTIONS, WORDS)))
                .filter(artifact -> !missing.contains(artifact.path()))
                .toList();
        return ContractJson.LENIENT.writeValueAsBytes(new ArtifactPage(artifacts, null));
    }

    private static Artifact complete(String path, byte[] content) {
        try {
            String sha256 = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(content));
            return new Artifact(path, Artifact.Status.COMPLETE, content.length, sha256, null, null, null);
        } catch (java.security.NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
