package dev.holdfast.api;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** Everything that can be set. Defaults are for one machine; each has an environment variable in application.yml. */
@ConfigurationProperties("holdfast")
record ApiSettings(Temporal temporal, Postgres postgres, Api api) {
    /**
     * @param target host:port of the frontend
     */
    record Temporal(
            @DefaultValue("127.0.0.1:7233") String target,
            @DefaultValue("default") String namespace) {}

    /**
     * @param url a JDBC address
     */
    record Postgres(
            @DefaultValue("jdbc:postgresql://127.0.0.1:5432/holdfast")
            String url,

            @Nullable String user,
            @Nullable String password,
            @DefaultValue("8") int connections) {}

    /**
     * @param tokenFile holds the token of this machine; made when it is missing
     * @param lookAfter how often a follower looks by itself when nothing wakes it
     */
    record Api(Path tokenFile, @DefaultValue("3s") Duration lookAfter) {}
}
