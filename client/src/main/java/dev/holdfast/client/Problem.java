package dev.holdfast.client;

import dev.holdfast.contract.ContractJson;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** What an answer other than success says (RFC 9457). */
record Problem(
        @Nullable String type,
        @Nullable String title,
        @Nullable String detail,
        @Nullable String field) {

    private static final Problem UNKNOWN = new Problem(null, null, null, null);

    /** The typed exception for an answer whose status is not a success. */
    static HoldfastException of(HttpResponse<InputStream> response) {
        Problem problem = read(response);
        int status = response.statusCode();
        String message = problem.detail != null ? problem.detail : "the API answered with status " + status;
        return switch (status) {
            case 401, 403 -> new HoldfastException.Refused(message);
            case 404 -> new HoldfastException.NotFound(message);
            case 409 -> new HoldfastException.Conflict(message);
            case 400, 405, 406, 413, 415, 422 -> new HoldfastException.Invalid(message, problem.field);
            case 429 -> new HoldfastException.TooMany(message, retryAfter(response, Duration.ofSeconds(1)));
            default -> new HoldfastException.Failed(message, status, null);
        };
    }

    static Duration retryAfter(HttpResponse<?> response, Duration otherwise) {
        return response.headers()
                .firstValue("Retry-After")
                .filter(seconds -> seconds.matches("[0-9]{1,5}"))
                .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
                .orElse(otherwise);
    }

    private static Problem read(HttpResponse<InputStream> response) {
        try (InputStream body = response.body()) {
            return response.headers().firstValue("Content-Type").orElse("").startsWith("application/problem+json")
                    ? ContractJson.LENIENT.readValue(body, Problem.class)
                    : UNKNOWN;
        } catch (IOException | JacksonException unreadable) {
            return UNKNOWN;
        }
    }
}
