package dev.holdfast.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the launcher runs once after a build, so that the JVM records the classes that calls need (see {@code
 * ./holdfast}). It does nothing else: it talks to nobody and changes nothing.
 */
final class Rehearsal {
    private Rehearsal() {}

    public static void main(String[] arguments) throws InterruptedException {
        Main.execute("--version");
        Main.execute("--help");
        Commands.NAMES.forEach(name -> Main.execute(name, "--help"));
        JsonMapper json = JsonMapper.builder().build();
        json.writeValueAsString(json.readTree("{\"steps\":[{\"exitCode\":0,\"durationMs\":1.5,\"truncated\":false}]}"));
        callNobody();
    }

    /** Port 1 of this machine: the refusal comes after all of the client's classes were loaded. */
    private static void callNobody() throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:1/"))
                .timeout(Duration.ofSeconds(2))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            client.send(request, BodyHandlers.ofString());
        } catch (IOException expected) {
            System.out.println("nobody answers, as expected");
        }
    }
}
