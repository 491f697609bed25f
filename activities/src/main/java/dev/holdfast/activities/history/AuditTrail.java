package dev.holdfast.activities.history;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What callers changed, or tried to. Entries are only ever added. */
public interface AuditTrail {
    void record(Entry entry);

    Page find(Query query);

    /** Newest first. */
    default List<Entry> last(int limit) {
        return find(new Query(null, null, null, limit)).entries();
    }

    /**
     * @param target a task, which includes its commands, or whatever else an entry is about; null for all
     * @param caller null for all
     * @param before {@link Page#next} of the page before; null for the newest
     */
    record Query(
            @Nullable String target,
            @Nullable String caller,
            @Nullable Long before,
            int limit) {}

    /**
     * @param entries newest first
     * @param next where the page behind this one begins; null on the last
     */
    record Page(List<Entry> entries, @Nullable Long next) {}

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
