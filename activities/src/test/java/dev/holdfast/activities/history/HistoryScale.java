package dev.holdfast.activities.history;

import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskState;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Measures lists and statistics on a thousand tasks and on as many as the argument says (a million), and prints a table. A
 * program, not a test: it takes minutes. Fills the tables by statements of its own, with the same rows that tasks leave.
 */
public final class HistoryScale {
    private static final int ROUNDS = 41;

    private HistoryScale() {}

    public static void main(String[] arguments) throws IOException, SQLException {
        long many = arguments.length == 0 ? 1_000_000 : Long.parseLong(arguments[0]);
        try (TestPostgres postgres = TestPostgres.start()) {
            postgres.database().tasks().list(new TaskQuery(null, null, null, 1));
            fill(postgres, 0, 1000);
            Map<String, Double> few = measure(postgres.database());
            fill(postgres, 1000, many);
            Map<String, Double> more = measure(postgres.database());
            System.out.printf("%-36s %12s %12s %8s%n", "median ms", "1000", many, "ratio");
            few.forEach((what, time) -> {
                double then = more.getOrDefault(what, Double.NaN);
                System.out.printf("%-36s %12.2f %12.2f %8.2f%n", what, time, then, then / time);
            });
        }
    }

    private static void fill(TestPostgres postgres, long from, long to) throws SQLException {
        HistoryEntry sample = TestTasks.of("p0")
                .command("npm test")
                .label("team", "x")
                .failed(OutcomeKind.EXITED, 1)
                .entry("sample", Instant.parse("2026-01-01T00:00:00Z"));
        String result = ContractJson.LENIENT.writeValueAsString(sample.task()).replace("'", "''");
        String spec =
                ContractJson.LENIENT.writeValueAsString(sample.request().spec()).replace("'", "''");
        postgres.execute("alter table tasks disable trigger task_ended");
        postgres.execute("""
                insert into tasks (task_id, project, state, outcome, exit_code, executor, image, host, labels, requested_by,
                                   version, created_at, ended_at, spec, result, words, fingerprint)
                select 'task-' || n, 'p' || n %% 20, case when n %% 10 = 0 then 'failed' else 'succeeded' end, 'exited',
                       case when n %% 10 = 0 then n %% 7 else 0 end, 'docker', 'debian', 'h',
                       jsonb_build_object('team', 't' || n %% 50, 'run', n), 'bench', 1,
                       now() - interval '60 days' * (1 - n / %2$s.0), now() - interval '60 days' * (1 - n / %2$s.0)
                           + interval '1 ms' * (100 + n %% 5000),
                       '%3$s', '%4$s', to_tsvector('simple', 'npm test word' || n %% 1000 || ' unique' || n), 'f' || n %% 100
                from generate_series(%1$s, %2$s - 1) as n
                """.formatted(from, to, spec, result));
        postgres.execute("alter table tasks enable trigger task_ended");
        postgres.execute("truncate rollups");
        postgres.execute("""
                insert into rollups (project, period, start, kind, key, count)
                select p, period, case period when 'all' then timestamptz 'epoch'
                                              else date_trunc(period, ended_at, 'UTC') end as begin, kind, key, count(*)
                from tasks, unnest(array['', project]) as p, unnest(array['hour', 'day', 'all']) as period,
                     lateral (values ('state', state), ('duration', floor(8 * log(2, greatest(1,
                              extract(epoch from ended_at - created_at) * 1000)::numeric))::text)) as k (kind, key)
                group by 1, 2, 3, 4, 5
                """);
        postgres.execute("analyze");
    }

    private static Map<String, Double> measure(HistoryDatabase database) {
        TaskHistory tasks = database.tasks();
        ProjectId project = new ProjectId("p3");
        Instant lately = Instant.now().minusSeconds(86_400);
        Map<String, Double> times = new LinkedHashMap<>();
        times.put("list newest", median(() -> tasks.list(new TaskQuery(null, null, null, 50))));
        times.put("list of a project", median(() -> tasks.list(new TaskQuery(project, null, null, 50))));
        times.put("list failed", median(() -> tasks.list(new TaskQuery(null, TaskState.FAILED, null, 50))));
        times.put("list by label", median(() -> tasks.list(query(Map.of("team", "t7"), null, null, null))));
        times.put("list by exit code", median(() -> tasks.list(query(Map.of(), 3, null, null))));
        times.put("list by common word", median(() -> tasks.list(query(Map.of(), null, null, "npm"))));
        times.put("list by rare word", median(() -> tasks.list(query(Map.of(), null, null, "unique17"))));
        times.put("list of the last day", median(() -> tasks.list(query(Map.of(), null, lately, null))));
        times.put("statistics of all", median(() -> database.statistics().statistics(null, null)));
        times.put("statistics of a project", median(() -> database.statistics().statistics(project, null)));
        times.put(
                "statistics of the last day", median(() -> database.statistics().statistics(null, lately)));
        return times;
    }

    private static TaskQuery query(
            Map<String, String> labels, @Nullable Integer exitCode, @Nullable Instant since, @Nullable String text) {
        return new TaskQuery(null, null, since, null, labels, exitCode, text, null, 50);
    }

    private static double median(Runnable question) {
        for (int i = 0; i < ROUNDS / 2; i++) {
            question.run();
        }
        long[] times = LongStream.range(0, ROUNDS)
                .map(round -> {
                    long began = System.nanoTime();
                    question.run();
                    return System.nanoTime() - began;
                })
                .sorted()
                .toArray();
        return times[ROUNDS / 2] / 1e6;
    }
}
