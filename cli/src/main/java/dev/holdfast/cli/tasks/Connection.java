package dev.holdfast.cli.tasks;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.client.Holdfast;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the API: the one that the environment names, else the one of this machine. */
final class Connection {
    private final Map<String, String> environment;

    Connection(Map<String, String> environment) {
        this.environment = environment;
    }

    Holdfast open() {
        String url = environment.getOrDefault(
                "HOLDFAST_API_URL", "http://127.0.0.1:" + environment.getOrDefault("HOLDFAST_API_PORT", "8420"));
        return Holdfast.builder().baseUrl(url).token(token()).build();
    }

    private @Nullable String token() {
        String given = environment.get("HOLDFAST_API_TOKEN");
        if (given != null && !given.isBlank()) {
            return given.strip();
        }
        Path file = tokenFile();
        try {
            return Files.exists(file) ? Files.readString(file).strip() : null;
        } catch (IOException unreadable) {
            throw new CommandFailure("the token in " + file + " cannot be read; set HOLDFAST_API_TOKEN, or run this as"
                    + " the user who started Holdfast");
        }
    }

    private Path tokenFile() {
        String file = environment.get("HOLDFAST_API_TOKEN_FILE");
        if (file != null) {
            return Path.of(file);
        }
        String home = environment.get("HOLDFAST_HOME");
        return (home == null || home.isBlank()
                        ? Path.of(System.getProperty("user.home"), ".holdfast")
                        : Path.of(home.strip()))
                .resolve("token");
    }
}
