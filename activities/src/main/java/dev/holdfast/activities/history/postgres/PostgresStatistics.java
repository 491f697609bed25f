package dev.holdfast.activities.history.postgres;

import dev.holdfast.activities.history.TaskStatistics;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.rest.Statistics;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** Statistics from the rollups that the database keeps; what has ended since the last look is added first. */
final class PostgresStatistics implements TaskStatistics {
    private static final Duration LONG_AGO = Duration.ofDays(3);
    private static final int MOST_RECENT = 20;
    private static final double BUCKETS_PER_DOUBLING = 8;
    private static final String ALL_PROJECTS = "";

    private final Jdbi jdbi;

    PostgresStatistics(Jdbi jdbi) {
        this.jdbi = jdbi;
    }

    @Override
    public Statistics statistics(@Nullable ProjectId project, @Nullable Instant since) {
        boolean byDay = since != null && since.isBefore(Instant.now().minus(LONG_AGO));
        String period = since == null ? "all" : byDay ? "day" : "hour";
        Instant from = since == null ? null : since.truncatedTo(byDay ? ChronoUnit.DAYS : ChronoUnit.HOURS);
        return jdbi.withHandle(handle -> {
            handle.execute("select count_ended_tasks()");
            Map<String, NavigableMap<String, Long>> sums = sums(handle, project, period, from);
            NavigableMap<String, Long> states = sums.getOrDefault("state", new TreeMap<>());
            long total = states.values().stream().mapToLong(Long::longValue).sum();
            NavigableMap<Integer, Long> durations = new TreeMap<>();
            sums.getOrDefault("duration", new TreeMap<>())
                    .forEach((bucket, count) -> durations.put(Integer.valueOf(bucket), count));
            return new Statistics(
                    project,
                    from,
                    total,
                    states,
                    total == 0 ? null : (double) states.getOrDefault("succeeded", 0L) / total,
                    percentile(durations, total, 0.5),
                    percentile(durations, total, 0.95),
                    sums.getOrDefault("anomaly", new TreeMap<>()),
                    recent(handle, project, from));
        });
    }

    private static Map<String, NavigableMap<String, Long>> sums(
            Handle handle, @Nullable ProjectId project, String period, @Nullable Instant from) {
        Map<String, NavigableMap<String, Long>> sums = new TreeMap<>();
        handle.createQuery("""
                        select kind, key, sum(count)::bigint as count from rollups
                        where project = :project and period = :period and start >= :from group by kind, key
                        """)
                .bind("project", project == null ? ALL_PROJECTS : project.value())
                .bind("period", period)
                .bind("from", at(from))
                .map((row, context) -> sums.computeIfAbsent(row.getString("kind"), kind -> new TreeMap<>())
                        .put(row.getString("key"), row.getLong("count")))
                .list();
        return sums;
    }

    private static @Nullable Long percentile(NavigableMap<Integer, Long> durations, long total, double share) {
        long seen = 0;
        for (Map.Entry<Integer, Long> bucket : durations.entrySet()) {
            seen += bucket.getValue();
            if (seen >= Math.ceil(total * share)) {
                return Math.round(Math.pow(2, (bucket.getKey() + 0.5) / BUCKETS_PER_DOUBLING));
            }
        }
        return null;
    }

    private static List<Statistics.Anomaly> recent(Handle handle, @Nullable ProjectId project, @Nullable Instant from) {
        String confined = project == null ? "" : " and project = :project";
        return handle.createQuery(
                        "select * from anomalies where at >= :from" + confined + " order by at desc limit :limit")
                .bindMap(project == null ? Map.of() : Map.of("project", project.value()))
                .bind("from", at(from))
                .bind("limit", MOST_RECENT)
                .map((row, context) -> new Statistics.Anomaly(
                        new TaskId(row.getString("task_id")),
                        new ProjectId(row.getString("project")),
                        row.getObject("at", OffsetDateTime.class).toInstant(),
                        row.getString("kind"),
                        row.getString("detail")))
                .list();
    }

    private static OffsetDateTime at(@Nullable Instant from) {
        return (from == null ? Instant.EPOCH : from).atOffset(ZoneOffset.UTC);
    }
}
