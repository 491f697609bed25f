package dev.holdfast.activities.history;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What callers changed, or tried to. Entries are only ever added. */
public interface AuditTrail {
    void record(Entry entry);

    /** Newest first. */
    List<Entry> last(int limit);

    /**
     * @param action method and path pattern, such as {@code POST /v1/tasks/{id}/cancel}
     * @param target what it was about; empty when nothing was named
     * @param outcome the status that was answered; for a command its exit code, -1 when it has none
     * @param inputs what was asked for, as JSON without the values of secrets
     */
    record Entry(
            Instant at,
            String caller,
            String action,
            String target,
            int outcome,
            @Nullable String inputs) {}
}
