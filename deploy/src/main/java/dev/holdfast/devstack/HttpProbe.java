package dev.holdfast.devstack;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** A question over HTTP that is answered quickly or not at all. */
final class HttpProbe {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private HttpProbe() {}

    static boolean isOk(String address) {
        return status(address)
                .filter(status -> status == HttpURLConnection.HTTP_OK)
                .isPresent();
    }

    /** Any answer shows that somebody listens who speaks HTTP. */
    static boolean answers(String address) {
        return status(address).isPresent();
    }

    static Optional<String> body(String address) {
        try {
            HttpURLConnection connection = open(address);
            try (InputStream body = connection.getInputStream()) {
                return Optional.of(new String(body.readAllBytes(), StandardCharsets.UTF_8));
            }
        } catch (IOException notYet) {
            return Optional.empty();
        }
    }

    /** Posts JSON; whether it was taken. */
    static boolean accepts(String address, String json) {
        try {
            HttpURLConnection connection = open(address);
            connection.setDoOutput(true);
            connection.setRequestProperty("Content-Type", "application/json");
            try (OutputStream body = connection.getOutputStream()) {
                body.write(json.getBytes(StandardCharsets.UTF_8));
            }
            return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException notYet) {
            return false;
        }
    }

    private static Optional<Integer> status(String address) {
        try {
            HttpURLConnection connection = open(address);
            int status = connection.getResponseCode();
            connection.disconnect();
            return Optional.of(status);
        } catch (IOException notYet) {
            return Optional.empty();
        }
    }

    private static HttpURLConnection open(String address) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(address).toURL().openConnection(java.net.Proxy.NO_PROXY);
        connection.setConnectTimeout((int) LIMIT.toMillis());
        connection.setReadTimeout((int) LIMIT.toMillis());
        return connection;
    }
}
