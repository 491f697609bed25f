package dev.holdfast.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is needed to reach an API. Had by {@link Holdfast#builder}. */
public final class HoldfastBuilder {
    private URI baseUrl = URI.create("http://127.0.0.1:8420/");
    private @Nullable String token;
    private Duration connectTimeout = Duration.ofSeconds(5);
    private @Nullable HttpClient http;

    HoldfastBuilder() {}

    public HoldfastBuilder baseUrl(String url) {
        baseUrl = URI.create(url.endsWith("/") ? url : url + "/");
        return this;
    }

    public HoldfastBuilder token(@Nullable String bearer) {
        token = bearer;
        return this;
    }

    public HoldfastBuilder connectTimeout(Duration timeout) {
        connectTimeout = Objects.requireNonNull(timeout);
        return this;
    }

    /** For callers that need a proxy, their own trust store or a shared pool of connections. */
    public HoldfastBuilder httpClient(HttpClient client) {
        http = client;
        return this;
    }

    public Holdfast build() {
        HttpClient client = http != null ? http : HttpClients.create(baseUrl, connectTimeout);
        return new Holdfast(new Transport(client, baseUrl, token));
    }
}
