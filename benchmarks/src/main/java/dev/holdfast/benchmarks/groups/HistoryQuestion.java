package dev.holdfast.benchmarks.groups;

import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.TaskQuery;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskState;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One question to a {@link SampleHistory}.
 *
 * @param expected what comes out, by the number of tasks: a question that finds nothing would be fast for nothing
 */
record HistoryQuestion(String id, String title, Asking asking, IntToLongFunction expected) {
    static final int PAGE = 50;

    private static final String HUNDREDTH_WORD = "hundredth-word";
    private static final ProjectId PROJECT = new ProjectId("project-7");

    /** Tells how many were found. */
    @FunctionalInterface
    interface Asking {
        long ask(HistoryDatabase history, int tasks);
    }

    static List<HistoryQuestion> all(Instant now) {
        Instant lately = now.minus(SampleHistory.DAYS / 10, ChronoUnit.DAYS);
        return List.of(
                page("newest", "the newest", plain(null, null)),
                page("project", "the newest of a project", plain(PROJECT, null)),
                page("failed", "the newest that failed", plain(null, TaskState.FAILED)),
                page("exit", "those with one exit code", filtered(null, Map.of(), 3, null)),
                page(
                        "label",
                        "those with a label that every tenth has",
                        filtered(null, Map.of("team", "t3"), null, null)),
                few("own-label", "the one with a label", filtered(null, Map.of("run", "17"), null, null), tasks -> 1),
                page("word", "those with a word that all have", filtered(null, Map.of(), null, "npm")),
                page("tenth-word", "those with a word that every tenth has", filtered(null, Map.of(), null, "tenth7")),
                few(
                        HUNDREDTH_WORD,
                        "those with a word that every hundredth has",
                        filtered(null, Map.of(), null, "hundredth7"),
                        tasks -> Math.min(PAGE, tasks / 100)),
                few("own-word", "the one with a word", filtered(null, Map.of(), null, "unique17"), tasks -> 1),
                page("since", "those of the last days", filtered(lately, Map.of(), null, null)),
                new HistoryQuestion("deep", "a page far down", HistoryQuestion::deep, tasks -> PAGE),
                statistics(
                        "stats",
                        "statistics of all",
                        history -> history.statistics().statistics(null, null).total(),
                        tasks -> tasks),
                statistics(
                        "stats-project",
                        "statistics of a project",
                        history ->
                                history.statistics().statistics(PROJECT, null).total(),
                        tasks -> tasks / SampleHistory.PROJECTS));
    }

    long ask(HistoryDatabase history, int tasks) {
        return asking.ask(history, tasks);
    }

    /** Whether a thousand tasks give an answer of the same length as a million. */
    boolean comparable() {
        return !id.equals(HUNDREDTH_WORD);
    }

    long answer(int tasks) {
        return expected.applyAsLong(tasks);
    }

    private static HistoryQuestion page(String id, String title, TaskQuery query) {
        return few(id, title, query, tasks -> PAGE);
    }

    private static HistoryQuestion few(String id, String title, TaskQuery query, IntToLongFunction expected) {
        return new HistoryQuestion(
                id, title, (history, tasks) -> history.tasks().list(query).size(), expected);
    }

    private static HistoryQuestion statistics(
            String id, String title, ToLongFunction<HistoryDatabase> total, IntToLongFunction expected) {
        return new HistoryQuestion(id, title, (history, tasks) -> total.applyAsLong(history), expected);
    }

    private static long deep(HistoryDatabase history, int tasks) {
        TaskId after = new TaskId("task-" + tasks * 9L / 10);
        return history.tasks().list(new TaskQuery(null, null, after, PAGE)).size();
    }

    private static TaskQuery plain(@Nullable ProjectId project, @Nullable TaskState state) {
        return new TaskQuery(project, state, null, PAGE);
    }

    private static TaskQuery filtered(
            @Nullable Instant since, Map<String, String> labels, @Nullable Integer exitCode, @Nullable String text) {
        return new TaskQuery(null, null, since, null, labels, exitCode, text, null, PAGE);
    }
}
