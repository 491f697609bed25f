package dev.holdfast.client;

import dev.holdfast.contract.ContractJson;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Sends requests. What can be repeated without harm, which is nearly everything because tasks and steps carry keys of
 * their own, is sent again when it fails on the way.
 */
final class Transport {
    private static final int ATTEMPTS = 5;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

    private final HttpClient http;
    private final URI base;
    private final @Nullable String token;

    Transport(HttpClient http, URI base, @Nullable String token) {
        this.http = http;
        this.base = base;
        this.token = token;
    }

    HttpRequest.Builder request(String path, Duration timeout) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(base.resolve(path)).timeout(timeout).header("Accept", "application/json");
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return request;
    }

    <T> T send(HttpRequest request, Class<T> type) {
        try (InputStream body = open(request).body()) {
            return ContractJson.LENIENT.readValue(body, type);
        } catch (IOException | JacksonException unreadable) {
            throw unreadable(request.uri().getPath(), unreadable);
        }
    }

    private static HoldfastException unreadable(String path, Exception cause) {
        return new HoldfastException.Failed("the answer of " + path + " could not be read", 200, cause);
    }

    <T> T post(String path, Object body, Duration timeout, Class<T> type) {
        return send(posted(path, body, timeout), type);
    }

    /** For what must not happen twice: when no answer comes, the caller has to look whether it happened. */
    <T> T postOnce(String path, Object body, Duration timeout, Class<T> type) {
        try (InputStream answer = open(posted(path, body, timeout), 1).body()) {
            return ContractJson.LENIENT.readValue(answer, type);
        } catch (IOException | JacksonException unreadable) {
            throw unreadable(path, unreadable);
        }
    }

    /** Nothing is answered but that it was taken. */
    void post(String path, Object body, Duration timeout) {
        try {
            open(posted(path, body, timeout)).body().close();
        } catch (IOException afterTheAnswer) {
            // The answer has no body.
            return;
        }
    }

    private HttpRequest posted(String path, Object body, Duration timeout) {
        return request(path, timeout)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(ContractJson.LENIENT.writeValueAsBytes(body)))
                .build();
    }

    /** A part of what a download gives; to be closed by the caller. */
    InputStream part(HttpRequest.Builder download, long from, long length) {
        String range = "bytes=" + from + "-" + (from + length - 1);
        return open(download.header("Range", range).GET().build()).body();
    }

    /** The open body of a successful answer. */
    HttpResponse<InputStream> open(HttpRequest request) {
        return open(request, ATTEMPTS);
    }

    private HttpResponse<InputStream> open(HttpRequest request, int attempts) {
        Duration pause = FIRST_PAUSE;
        for (int attempt = 1; ; attempt++) {
            try {
                HttpResponse<InputStream> response = http.send(request, BodyHandlers.ofInputStream());
                int status = response.statusCode();
                if (status < 300) {
                    return response;
                }
                if (attempt == attempts || !passing(status)) {
                    throw Problem.of(response);
                }
                response.body().close();
                pause = Problem.retryAfter(response, pause);
            } catch (IOException unreachable) {
                if (attempt == attempts) {
                    throw new HoldfastException.Unreachable(
                            "no answer from the API at " + base + "; is it running?", unreachable);
                }
            } catch (InterruptedException interrupted) {
                throw interrupted(interrupted);
            }
            sleep(pause);
            pause = pause.multipliedBy(2);
        }
    }

    private static boolean passing(int status) {
        return status == 429 || status == 502 || status == 503 || status == 504;
    }

    static void sleep(Duration pause) {
        try {
            Thread.sleep(pause.toMillis());
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        }
    }

    private static HoldfastException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new HoldfastException.Unreachable("interrupted while waiting for the API", cause);
    }
}
