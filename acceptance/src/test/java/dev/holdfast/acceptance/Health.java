package dev.holdfast.acceptance;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** What a part says of itself. */
final class Health {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private Health() {}

    static String of(String address) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                .timeout(Duration.ofSeconds(60))
                .build();
        return HTTP.send(request, BodyHandlers.ofString()).body();
    }
}
