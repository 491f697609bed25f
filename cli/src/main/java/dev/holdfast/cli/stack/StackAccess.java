package dev.holdfast.cli.stack;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.devstack.control.PartState;
import dev.holdfast.devstack.control.StackHome;
import dev.holdfast.devstack.control.StackState;
import dev.holdfast.devstack.control.StateFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Where the API is and how to be let in.
 *
 * @param token without surrounding white space
 */
public record StackAccess(URI baseUrl, String token) {
    public static final String API_URL = "HOLDFAST_API_URL";
    public static final String API_TOKEN = "HOLDFAST_API_TOKEN";
    public static final String API_TOKEN_FILE = "HOLDFAST_API_TOKEN_FILE";

    /**
     * The API that the environment names; else that of this machine's stack, which is started when it does not run.
     *
     * @param progress is told line by line what a start does, for stderr
     */
    public static StackAccess ensureRunning(Consumer<String> progress) throws IOException, InterruptedException {
        Map<String, String> environment = System.getenv();
        Optional<StackAccess> named = named(environment);
        if (named.isPresent()) {
            return named.get();
        }
        StackHome home = StackHome.from(environment);
        return of(new DetachedStart(home, progress).ensureRunning(), home, environment);
    }

    /** The same without starting anything: empty when there is no API to talk to. */
    public static Optional<StackAccess> find() throws IOException {
        Map<String, String> environment = System.getenv();
        Optional<StackAccess> named = named(environment);
        if (named.isPresent()) {
            return named;
        }
        StackHome home = StackHome.from(environment);
        Optional<StackState> state = new StateFile(home).read().filter(DetachedStart::isRunning);
        return state.isPresent() ? Optional.of(of(state.get(), home, environment)) : Optional.empty();
    }

    private static Optional<StackAccess> named(Map<String, String> environment) throws IOException {
        String url = environment.getOrDefault(API_URL, "").strip();
        if (url.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new StackAccess(URI.create(url), token(StackHome.from(environment), environment)));
    }

    private static StackAccess of(StackState state, StackHome home, Map<String, String> environment)
            throws IOException {
        PartState api = state.part("api")
                .orElseThrow(() -> new CommandFailure("the stack in " + home.directory()
                        + " runs without an api: stop it by './holdfast down' and start it without HOLDFAST_PARTS"));
        return new StackAccess(URI.create(api.address()), token(home, environment));
    }

    private static String token(StackHome home, Map<String, String> environment) throws IOException {
        String token = environment.getOrDefault(API_TOKEN, "").strip();
        if (!token.isEmpty()) {
            return token;
        }
        String file = environment.getOrDefault(API_TOKEN_FILE, "").strip();
        Path path = file.isEmpty() ? home.token() : Path.of(file);
        if (!Files.isReadable(path)) {
            throw new CommandFailure("no token for the API: set " + API_TOKEN + ", or " + API_TOKEN_FILE
                    + " to a file that has it (" + path + " is not readable)");
        }
        return Files.readString(path).strip();
    }
}
