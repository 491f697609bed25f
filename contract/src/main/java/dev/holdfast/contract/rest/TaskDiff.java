package dev.holdfast.contract.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.holdfast.contract.TaskId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one task differs from another. Measurements always differ a little, so they stand for themselves and do not make two
 * tasks different.
 *
 * @param same nothing differs but measurements
 * @param fields of spec, image, environment, steps and ending
 * @param artifacts without test reports that both have, which are compared by what they say
 * @param tests absent when neither task left a test report
 * @param output what the steps wrote, with times, addresses, durations and ids made equal before it was compared
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TaskDiff(
        TaskId base,
        TaskId other,
        boolean same,
        List<Field> fields,
        List<File> artifacts,
        @Nullable TestDiff tests,
        List<Output> output,
        List<Measurement> measurements) {

    /** Absent on the side that has no such field. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Field(
            String name, @Nullable String base, @Nullable String other) {}

    /**
     * @param change one of the words added, removed, changed
     * @param text the difference of two texts, as lines of a unified diff; empty for anything else
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record File(
            String path,
            String change,
            @Nullable Long baseSize,
            @Nullable Long otherSize,
            List<String> text) {}

    /**
     * @param stream one of the words stdout, stderr
     * @param text as lines of a unified diff
     */
    public record Output(String step, String stream, List<String> text) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Measurement(
            String step,
            String what,
            @Nullable Long base,
            @Nullable Long other) {}
}
