package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A file that was collected, or the reason why it was not.
 *
 * @param path relative to the workspace; bytes that are not UTF-8 are escaped as {@code \xNN}
 * @param link what a symbolic link points at; links are recorded and never followed
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Artifact(
        String path,
        Status status,
        long size,
        @Nullable String sha256,
        @Nullable String contentType,
        @Nullable String link,
        @Nullable String reason) {

    /** Whether the stored bytes are whole. */
    public enum Status {
        COMPLETE,
        LINK,
        SKIPPED,
        FAILED;

        @com.fasterxml.jackson.annotation.JsonValue
        public String json() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }

        @com.fasterxml.jackson.annotation.JsonCreator
        public static Status fromJson(String json) {
            return Words.parse(Status.class, "artifacts.status", json);
        }
    }
}
