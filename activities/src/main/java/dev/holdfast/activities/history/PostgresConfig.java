package dev.holdfast.activities.history;

import org.jspecify.annotations.Nullable;

/**
 * Where the run history is kept.
 *
 * @param url a JDBC address, {@code jdbc:postgresql://host:port/database}
 */
public record PostgresConfig(
        String url, @Nullable String user, @Nullable String password, int connections) {
    public PostgresConfig {
        if (!url.startsWith("jdbc:postgresql:")) {
            throw new IllegalArgumentException("postgres.url: '" + url
                    + "' is not a JDBC address; write it like jdbc:postgresql://host:5432/holdfast");
        }
        connections = connections <= 0 ? 8 : connections;
    }
}
