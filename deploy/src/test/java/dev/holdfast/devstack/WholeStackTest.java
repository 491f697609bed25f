package dev.holdfast.devstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.devstack.control.PartState;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** All five parts, used as a caller uses them: through the API. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WholeStackTest {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpClient http = HttpClient.newHttpClient();

    @SuppressWarnings("NullAway.Init")
    private StackUnderTest stack;

    @BeforeAll
    void startsAllParts(@TempDir Path directory) throws Exception {
        stack = StackUnderTest.started(directory, "postgres,s3,temporal,api,worker", Map.of());
    }

    @AfterAll
    void stops() {
        stack.close();
    }

    @Test
    void everyPartRunsAsAProcessOfItsOwn() {
        assertThat(stack.state().parts())
                .extracting(PartState::name)
                .containsExactly("postgres", "s3", "temporal", "api", "worker");
        assertThat(stack.state().parts()).allMatch(PartState::isAlive);
        assertThat(stack.state().parts().stream().map(PartState::process)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {"worker", "api", "temporal", "postgres", "s3"})
    void tasksOfBeforeAndAfterAreThereWhenAPartWasKilled(String part) throws Exception {
        String before = submit("exit 3");
        awaitExitCode(before, 3);

        stack.killAndAwaitSuccessor(part);

        awaitExitCode(before, 3);
        awaitExitCode(submit("exit 4"), 4);
    }

    @Test
    void historyOfAnEndedWorkflowIsKeptForAMonth() throws Exception {
        assertThat(new StackClients(stack).retention()).isEqualTo(Duration.ofDays(30));
    }

    @ParameterizedTest
    @ValueSource(strings = {"api", "worker"})
    void listensOnLoopbackOnly(String part) throws Exception {
        assertThat(ListeningSockets.of(stack.processOf(part).pid()))
                .isNotEmpty()
                .allMatch(ListeningSockets::isLoopback);
    }

    private String submit(String script) {
        String spec = "{\"steps\":[{\"command\":[\"sh\",\"-c\",\"" + script + "\"]}],\"executor\":\"local\"}";
        JsonNode accepted = await().atMost(StackUnderTest.SOON)
                .pollInterval(Duration.ofMillis(200))
                .ignoreExceptions()
                .until(() -> call("v1/tasks", BodyPublishers.ofString(spec)), node -> node.has("taskId"));
        return accepted.get("taskId").asString();
    }

    private void awaitExitCode(String task, int exitCode) {
        await().atMost(StackUnderTest.SOON)
                .pollInterval(Duration.ofMillis(200))
                .ignoreExceptions()
                .until(() -> call("v1/tasks/" + task, null).path("exitCode").asInt(-1) == exitCode);
    }

    private JsonNode call(String path, HttpRequest.@org.jspecify.annotations.Nullable BodyPublisher body)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(stack.part("api").address() + "/" + path))
                .timeout(Duration.ofSeconds(20))
                .header(
                        "Authorization",
                        "Bearer " + Files.readString(stack.home().token()).strip())
                .header("Content-Type", "application/json");
        HttpResponse<String> response =
                http.send((body == null ? request.GET() : request.POST(body)).build(), BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
        return JSON.readTree(response.body());
    }
}
