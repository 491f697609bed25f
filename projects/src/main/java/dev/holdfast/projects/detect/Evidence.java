package dev.holdfast.projects.detect;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Why something is believed.
 *
 * @param file relative to the directory that was looked at
 * @param line where in the file, counted from 1
 * @param says what follows from it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Evidence(String file, @Nullable Integer line, String says) {
    @Override
    public String toString() {
        return file + (line == null ? "" : ":" + line) + ": " + says;
    }
}
