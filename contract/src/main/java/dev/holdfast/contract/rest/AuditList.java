package dev.holdfast.contract.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was done and by whom, newest first.
 *
 * @param next the cursor of the page behind this one; absent on the last
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AuditList(List<Entry> entries, @Nullable String next) {
    /**
     * @param outcome the status that was answered; for a command its exit code, -1 when it has none
     * @param inputs what was asked for, as a JSON text
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Entry(
            Instant at,
            String caller,
            String action,
            String target,
            int outcome,
            @Nullable String inputs) {}
}
