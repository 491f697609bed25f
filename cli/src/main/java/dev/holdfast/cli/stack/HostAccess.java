package dev.holdfast.cli.stack;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.devstack.control.PartState;
import dev.holdfast.devstack.control.StackHome;
import dev.holdfast.devstack.control.StateFile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Asks this machine's worker what only its operator may know. Whoever can read the worker's key is that. */
public final class HostAccess {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration TIMEOUT = Duration.ofMinutes(3);

    private final StackHome home;

    public HostAccess(StackHome home) {
        this.home = home;
    }

    /** @return empty when no worker of this machine's stack runs */
    public Optional<JsonNode> ask(String method, String path) throws IOException, InterruptedException {
        Optional<String> worker = new StateFile(home)
                .read()
                .filter(state -> state.stack().isAlive())
                .flatMap(state -> state.part("worker"))
                .filter(PartState::isAlive)
                .map(PartState::address);
        if (worker.isEmpty() || !Files.isReadable(home.directory().resolve("worker-key"))) {
            return Optional.empty();
        }
        HttpRequest request = HttpRequest.newBuilder(URI.create(worker.get() + path))
                .timeout(TIMEOUT)
                .header(
                        "Authorization",
                        "Bearer " + Files.readString(home.directory().resolve("worker-key")))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new CommandFailure("the worker answered " + path + " with status " + answer.statusCode());
        }
        return Optional.of(JSON.readTree(answer.body()));
    }
}
