package dev.holdfast.projects.reports;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How a test ended, in the words of the Common Test Report Format. */
public enum TestStatus {
    PASSED,
    /** An assertion did not hold, or the test or what it needs broke. */
    FAILED,
    SKIPPED,
    /** Planned and not written, or known not to work yet. */
    PENDING,
    /** The report says something else. */
    OTHER;

    @JsonValue
    public String json() {
        return name().toLowerCase(Locale.ROOT);
    }
}
