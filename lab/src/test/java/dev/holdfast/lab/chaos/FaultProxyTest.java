package dev.holdfast.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultProxyTest {
    private final List<String> served = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private FaultProxy proxy;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            served.add(exchange.getRequestURI().getPath());
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write(new byte[] {'o', 'k'});
            exchange.close();
        });
        server.start();
        proxy = FaultProxy.toPort(server.getAddress().getPort());
    }

    @AfterEach
    void stop() {
        proxy.close();
        server.stop(0);
    }

    @Test
    void whatPassesArrivesUnchanged() throws Exception {
        assertThat(get("/a").get(20, TimeUnit.SECONDS)).isEqualTo("ok");
    }

    @Test
    void refusedConnectionsFailAndHealedOnesPass() throws Exception {
        proxy.mode(FaultProxy.Mode.REFUSE);
        assertThatThrownBy(() -> get("/a").get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(IOException.class);

        proxy.heal();

        assertThat(get("/b").get(20, TimeUnit.SECONDS)).isEqualTo("ok");
        assertThat(served).containsExactly("/b");
    }

    @Test
    void aTrapLetsTheRequestThroughAndHoldsBackTheAnswer() throws Exception {
        Trap trap = proxy.trap("GET /trapped");

        CompletableFuture<String> other = get("/other");
        assertThat(other.get(20, TimeUnit.SECONDS)).isEqualTo("ok");
        CompletableFuture<String> answer = get("/trapped");

        assertThat(trap.awaitCatch(Duration.ofSeconds(20))).isTrue();
        org.awaitility.Awaitility.await().until(() -> served.contains("/trapped"));
        assertThat(answer).isNotDone();
        proxy.heal();
        assertThat(answer.get(20, TimeUnit.SECONDS)).isEqualTo("ok");
    }

    @ParameterizedTest
    @EnumSource(names = {"REFUSE", "HANG", "SLOW"})
    void itKnowsWhetherAnythingWasAskedForWhileItMisbehaved(FaultProxy.Mode mode) throws Exception {
        assertThat(get("/before").get(20, TimeUnit.SECONDS)).isEqualTo("ok");
        proxy.mode(mode);
        assertThat(proxy.harmed()).isFalse();

        CompletableFuture<String> answer = get("/meanwhile");

        org.awaitility.Awaitility.await().until(proxy::harmed);
        proxy.mode(FaultProxy.Mode.PASS);
        assertThat(proxy.harmed()).isFalse();
        answer.exceptionally(Throwable::getMessage).get(20, TimeUnit.SECONDS);
    }

    private CompletableFuture<String> get(String path) {
        return HttpClient.newHttpClient()
                .sendAsync(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + proxy.port() + path))
                                .build(),
                        BodyHandlers.ofString())
                .thenApply(response -> response.body());
    }
}
