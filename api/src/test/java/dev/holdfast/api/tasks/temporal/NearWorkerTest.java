package dev.holdfast.api.tasks.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.holdfast.activities.temporal.NearTask;
import dev.holdfast.api.tasks.TaskEngine.Start;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.workflows.TaskRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NearWorkerTest {
    private static final TaskRequest REQUEST = new TaskRequest(new TaskId("near"), TaskSpec.of(), "a test");

    @TempDir
    Path home;

    private final AtomicInteger asked = new AtomicInteger();
    private HttpServer server;
    private NearWorker near;
    private NearTask answer = new NearTask(false, null);
    private int status = 200;
    private @Nullable TaskRequest received;

    @BeforeEach
    void aWorker() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/host/tasks", this::answer);
        server.start();
        Files.writeString(home.resolve("worker-key"), "first");
        near = new NearWorker(address(), home.resolve("worker-key"));
    }

    private URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private void answer(HttpExchange exchange) throws IOException {
        asked.incrementAndGet();
        String key = Files.readString(home.resolve("worker-key"));
        boolean known = ("Bearer " + key).equals(exchange.getRequestHeaders().getFirst("Authorization"));
        received = ContractJson.LENIENT.readValue(exchange.getRequestBody().readAllBytes(), TaskRequest.class);
        byte[] body = ContractJson.LENIENT.writeValueAsBytes(answer);
        exchange.sendResponseHeaders(known ? status : 401, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @AfterEach
    void noWorker() {
        server.stop(0);
    }

    @Test
    void aShortTaskIsAnsweredAtOnce() {
        TaskResult result = ContractJson.LENIENT.readValue(
                "{\"taskId\":\"near\",\"state\":\"releasing\",\"exitCode\":3}", TaskResult.class);
        answer = new NearTask(false, result);

        assertThat(near.start(REQUEST)).contains(new Start.Answered(result));
        assertThat(received).isEqualTo(REQUEST);
    }

    @Test
    void aLongTaskIsAcceptedAndATakenIdIsSaid() {
        assertThat(near.start(REQUEST)).contains(new Start.Accepted());
        answer = new NearTask(true, null);
        assertThat(near.start(REQUEST)).contains(new Start.Taken());
    }

    @Test
    void theKeyOfAWorkerThatWasStartedAgainIsReadAgain() throws IOException {
        assertThat(near.start(REQUEST)).isPresent();
        Files.writeString(home.resolve("worker-key"), "second");

        assertThat(near.start(REQUEST)).contains(new Start.Accepted());
        assertThat(asked).hasValue(4);
    }

    @Test
    void oneThatCannotStartTasksIsLeftAloneForAWhile() {
        status = 503;

        assertThat(near.start(REQUEST)).isEmpty();
        int once = asked.get();
        assertThat(near.start(REQUEST)).isEmpty();
        assertThat(asked).hasValue(once);
    }

    @Test
    void withoutAWorkerTasksAreStartedInAnotherWay() {
        server.stop(0);
        assertThat(near.start(REQUEST)).isEmpty();
    }
}
