package dev.holdfast.projects.reports;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that may be a report.
 *
 * @param path what findings call it
 */
public record ReportFile(String path, Content content) {
    /** The bytes, wherever they are: a file, an artifact, the output of a step. */
    @FunctionalInterface
    public interface Content {
        InputStream open() throws IOException;
    }

    public static ReportFile of(Path file) {
        return new ReportFile(file.toString(), () -> Files.newInputStream(file));
    }
}
