package dev.holdfast.projects.reports;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One test.
 *
 * @param suite where it belongs, from the outside inwards
 * @param duration in milliseconds
 * @param message why it did not pass
 * @param trace where it did not pass, as the tool wrote it
 * @param filePath relative to the project where the report lets us know
 * @param line the line of {@code filePath} that failed; of a test that passed, where it is written, if the report says so
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TestCase(
        String name,
        List<String> suite,
        TestStatus status,
        long duration,
        @Nullable String message,
        @Nullable String trace,
        @Nullable String filePath,
        @Nullable Integer line) {

    public TestCase {
        suite = List.copyOf(suite);
    }

    /** What names the test within its project: stable between two runs. */
    public String fullName() {
        return suite.isEmpty() ? name : String.join(" > ", suite) + " > " + name;
    }

    /** {@code file:line}, as much of it as is known. */
    public @Nullable String location() {
        return filePath == null || line == null ? filePath : filePath + ":" + line;
    }

    TestCase at(@Nullable String newPath, @Nullable Integer newLine) {
        return new TestCase(name, suite, status, duration, message, trace, newPath, newLine);
    }
}
