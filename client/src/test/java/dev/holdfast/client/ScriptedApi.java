package dev.holdfast.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** Answers each request with the next of the answers that a test gave, or not at all. */
final class ScriptedApi implements AutoCloseable {
    private static final Answer LOST = new Answer(0, Map.of(), "");

    final List<Request> requests = new CopyOnWriteArrayList<>();

    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    private final HttpServer server;

    record Request(String call, String lastEventId, String body) {}

    private record Answer(int status, Map<String, String> headers, String body) {}

    ScriptedApi() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.createContext("/", this::answer);
        server.start();
    }

    Holdfast sdk() {
        return Holdfast.builder()
                .baseUrl("http://127.0.0.1:" + server.getAddress().getPort())
                .token("t")
                .build();
    }

    /** The request arrives, and its caller never hears of it. */
    ScriptedApi losesTheAnswer() {
        answers.add(LOST);
        return this;
    }

    ScriptedApi answers(int status, String json) {
        answers.add(new Answer(status, Map.of("Content-Type", "application/json"), json));
        return this;
    }

    ScriptedApi refuses(int status, String problem) {
        answers.add(
                new Answer(status, Map.of("Content-Type", "application/problem+json", "Retry-After", "0"), problem));
        return this;
    }

    /** A stream that breaks off behind these events. */
    ScriptedApi streams(String events) {
        answers.add(new Answer(200, Map.of("Content-Type", "text/event-stream"), events));
        return this;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String last = exchange.getRequestHeaders().getFirst("Last-Event-ID");
        requests.add(new Request(
                exchange.getRequestMethod() + " " + exchange.getRequestURI(),
                last == null ? "" : last,
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
        Answer next = answers.poll();
        if (next == null || next.equals(LOST)) {
            exchange.close();
            return;
        }
        next.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
        byte[] body = next.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(next.status(), body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
