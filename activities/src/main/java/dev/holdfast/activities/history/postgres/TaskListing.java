package dev.holdfast.activities.history.postgres;

import dev.holdfast.activities.history.TaskQuery;
import dev.holdfast.contract.ContractJson;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/**
 * The statement that answers a listing. Only what is asked for is in it, so that it can be answered from the index made for
 * it.
 */
final class TaskListing {
    /** A text is looked for in so many of the newest tasks first: one that many tasks have fills a page from them. */
    private static final int WINDOW = 1000;
    /**
     * A text that so few tasks have is answered from the index of words and sorted; one that more have by going on from the
     * newest tasks. The planner cannot tell the two apart for words that it has no statistics of.
     */
    private static final int FEW = 2000;

    private static final String NEWEST = " order by created_at desc, task_id desc limit :limit";

    private final StringBuilder conditions = new StringBuilder();
    private String text = "";
    private final Map<String, Object> values = new LinkedHashMap<>();
    private final TaskQuery query;

    private TaskListing(TaskQuery query) {
        this.query = query;
    }

    static TaskListing of(TaskQuery query) {
        TaskListing listing = new TaskListing(query);
        listing.takeColumns();
        listing.takeTimes();
        return listing;
    }

    Query on(Handle handle) {
        boolean byText = query.text() != null;
        Query statement = handle.createQuery(
                        byText ? byText() : "select result::text from tasks where true" + conditions + NEWEST)
                .bindMap(values)
                .bind("limit", query.limit());
        return byText ? statement.bind("window", WINDOW).bind("few", FEW) : statement;
    }

    /** Each part is asked only if the ones before it were not enough. */
    private String byText() {
        return """
                with newest as materialized (
                    select created_at, task_id from (
                        select created_at, task_id, words from tasks
                        where true %1$s order by created_at desc, task_id desc limit :window) as tasks
                    where true %2$s %3$s
                ), few as materialized (
                    select created_at, task_id from tasks
                    where (select count(*) from newest) < :limit %1$s %2$s limit :few
                ), page as (
                    (select created_at, task_id from newest where (select count(*) from newest) = :limit)
                    union all
                    (select created_at, task_id from few where (select count(*) from few) < :few %3$s)
                    union all
                    (select created_at, task_id from tasks where (select count(*) from few) = :few %1$s %2$s %3$s)
                )
                select result::text from page join tasks using (created_at, task_id) %3$s
                """.formatted(conditions, text, NEWEST);
    }

    private void takeColumns() {
        if (query.project() != null) {
            add("project = ?", query.project().value());
        }
        if (query.state() != null) {
            add("state = ?", query.state().json());
        }
        if (!query.labels().isEmpty()) {
            add("labels @> cast(? as jsonb)", ContractJson.LENIENT.writeValueAsString(query.labels()));
        }
        if (query.exitCode() != null) {
            add("exit_code = ?", query.exitCode());
        }
        if (query.text() != null) {
            text = condition("words @@ plainto_tsquery('simple', searchable(?))", query.text());
        }
    }

    private void takeTimes() {
        if (query.since() != null) {
            add("created_at >= ?", query.since().atOffset(ZoneOffset.UTC));
        }
        if (query.until() != null) {
            add("created_at < ?", query.until().atOffset(ZoneOffset.UTC));
        }
        if (query.after() != null) {
            add(
                    "(created_at, task_id) < (select created_at, task_id from tasks where task_id = ?)",
                    query.after().value());
        }
    }

    private void add(String condition, Object value) {
        conditions.append(condition(condition, value));
    }

    private String condition(String condition, Object value) {
        String name = "v" + values.size();
        values.put(name, value);
        return " and " + condition.replace("?", ":" + name);
    }
}
