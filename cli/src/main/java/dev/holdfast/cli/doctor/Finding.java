package dev.holdfast.cli.doctor;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One line of the doctor's report.
 *
 * @param fix what to do; absent when all is well
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Finding(
        String name, Status status, String detail, @Nullable String fix) {
    /** How bad it is: a warning leaves something weaker, a problem keeps something from working. */
    enum Status {
        OK,
        WARNING,
        PROBLEM;

        @JsonValue
        String json() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Finding ok(String name, String detail) {
        return new Finding(name, Status.OK, detail, null);
    }

    static Finding warning(String name, String detail, String fix) {
        return new Finding(name, Status.WARNING, detail, fix);
    }

    static Finding problem(String name, String detail, String fix) {
        return new Finding(name, Status.PROBLEM, detail, fix);
    }
}
