package dev.holdfast.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.holdfast.cli.tasks.RunRehearsal;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * What the launcher runs once after a build, so that the JVM records the classes that calls need (see {@code
 * ./holdfast}). It talks to nobody but itself and changes nothing.
 */
final class Rehearsal {
    private static final String TASK = """
            {"taskId":"t","project":"default","state":"failed","outcome":"exited","exitCode":3,"reason":"r",\
            "executor":"local","executorReason":"r","steps":[{"name":"step-1","command":["sh"],"outcome":"exited",\
            "exitCode":3,"stdout":"o","stderr":"e","truncated":false,"stdoutBytes":1,"stderrBytes":1,\
            "droppedBytes":0,"startedAt":"2026-01-01T00:00:00Z","durationMs":8,"attempts":1,\
            "resourceUsage":{"cpuUserMs":1}}],"artifacts":[],"artifactCount":0,\
            "cleanup":{"state":"clean","verified":["x"],"left":[]},"warnings":[],\
            "transitions":[{"state":"queued","at":"2026-01-01T00:00:00Z","reason":"r"}],"labels":{},\
            "createdAt":"2026-01-01T00:00:00Z","durationMs":1}""";

    private static final String EVENTS = """
            event: state
            id: 0-1
            data: {"taskId":"t","state":"running","reason":"r","executor":"local","executorReason":"r","warnings":[]}

            event: log
            id: 1-1
            data: {"entries":[{"step":"step-1","stream":"stdout","offset":0,"at":"2026-01-01T00:00:00Z","text":"hi\\n"}],"cursor":1,"end":false}

            event: end
            id: 1-1
            data:\s""";

    private Rehearsal() {}

    public static void main(String[] arguments) throws IOException {
        Main.execute("--version");
        Main.execute("--help");
        Commands.NAMES.forEach(name -> Main.execute(name, "--help"));
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", Rehearsal::answer);
        server.start();
        try {
            RunRehearsal.play("http://127.0.0.1:" + server.getAddress().getPort());
        } finally {
            server.stop(0);
        }
    }

    private static void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String body = path.endsWith("/events")
                ? EVENTS + TASK + "\n\n"
                : path.endsWith("/tasks") && exchange.getRequestMethod().equals("GET")
                        ? "{\"tasks\":[" + TASK + "]}"
                        : path.endsWith("/logs") ? "{\"entries\":[],\"cursor\":0,\"end\":true}" : TASK;
        exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body.getBytes(StandardCharsets.UTF_8));
        }
    }
}
