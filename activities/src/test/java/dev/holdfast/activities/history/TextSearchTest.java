package dev.holdfast.activities.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Words are looked for in three ways, by how many tasks have them: each has to find the newest, in order, page by page. */
class TextSearchTest {
    private static final int PAGE = 20;

    @RegisterExtension
    static final TestPostgres postgres = TestPostgres.start();

    /** Number 1 is the newest. */
    @BeforeAll
    static void sixThousandTasks() throws SQLException {
        postgres.database().tasks().record(TestTasks.of("words").entry("task-0", Instant.now()));
        postgres.execute("""
                insert into tasks (task_id, project, state, outcome, executor, image, requested_by, version, labels,
                                   created_at, ended_at, spec, result, words, imported_from)
                select 'task-' || number, project, state, outcome, executor, image, requested_by, version, labels,
                       created_at - interval '1 minute' * number, ended_at, spec,
                       jsonb_set(result, '{taskId}', to_jsonb('task-' || number)),
                       to_tsvector('simple', concat_ws(' ', 'all', 'third' || number % 3, 'hundredth' || number % 100,
                                                       case when number > 3000 then 'old' end, 'only' || number)),
                       'elsewhere'
                from tasks, generate_series(1, 6000) as number where task_id = 'task-0'
                """);
    }

    @Test
    void aWordThatManyHave() {
        assertThat(page("all", null)).isEqualTo(numbers(1, 1, PAGE));
        assertThat(page("third2", null)).isEqualTo(numbers(2, 3, PAGE));
        assertThat(page("third2", "task-2")).isEqualTo(numbers(5, 3, PAGE));
    }

    @Test
    void aWordThatFillsNoPageFromTheNewest() {
        assertThat(page("hundredth7", null)).isEqualTo(numbers(7, 100, PAGE));
        assertThat(page("hundredth7", "task-1907")).isEqualTo(numbers(2007, 100, PAGE));
    }

    @Test
    void aWordThatOnlyManyOldTasksHave() {
        assertThat(page("old", null)).isEqualTo(numbers(3001, 1, PAGE));
        assertThat(page("old hundredth7", null)).isEqualTo(numbers(3007, 100, PAGE));
    }

    @Test
    void aWordOfOneTaskAndAWordOfNone() {
        assertThat(page("only5555", null)).containsExactly("task-5555");
        assertThat(page("only3", null)).containsExactly("task-3");
        assertThat(page("nothing", null)).isEmpty();
    }

    private static List<String> page(String text, @Nullable String after) {
        TaskId cursor = after == null ? null : new TaskId(after);
        return postgres
                .database()
                .tasks()
                .list(new TaskQuery(new ProjectId("words"), null, null, null, Map.of(), null, text, cursor, PAGE))
                .stream()
                .map(task -> task.taskId().value())
                .toList();
    }

    private static List<String> numbers(int first, int apart, int count) {
        return IntStream.range(0, count)
                .mapToObj(index -> "task-" + (first + index * apart))
                .toList();
    }
}
