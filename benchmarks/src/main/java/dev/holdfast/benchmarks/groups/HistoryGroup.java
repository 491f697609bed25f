package dev.holdfast.benchmarks.groups;

import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.PostgresConfig;
import dev.holdfast.activities.history.TaskQuery;
import dev.holdfast.benchmarks.measure.Contender;
import dev.holdfast.benchmarks.measure.Goal;
import dev.holdfast.benchmarks.measure.Group;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskState;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether looking at tasks stays fast when there are many. */
final class HistoryGroup implements Group {
    private static final int FEW = 1_000;
    private static final int MANY = 1_000_000;
    private static final int PAGE = 50;

    private final HistoryDatabase few;
    private final HistoryDatabase many;

    HistoryGroup(Ground ground) throws Exception {
        PostgresConfig postgres = ground.stack(Ground.Stack.COLD).postgres();
        ground.say("writing " + FEW + " and " + MANY + " tasks");
        this.few = SampleHistory.of(postgres, "few", FEW);
        this.many = SampleHistory.of(postgres, "many", MANY);
    }

    @Override
    public String title() {
        return "Looking at tasks, a thousand against a million in PostgreSQL (pages of " + PAGE + ")";
    }

    @Override
    public List<Contender> contenders() {
        return List.of(
                list("newest-of-few", "the newest of 1,000", few, null),
                list("newest-of-many", "Holdfast: the newest of 1,000,000", many, null)
                        .against("newest-of-few"),
                list("failed-of-few", "the newest that failed of 1,000", few, TaskState.FAILED),
                list("failed-of-many", "Holdfast: the newest that failed of 1,000,000", many, TaskState.FAILED)
                        .against("failed-of-few"),
                project("project-of-few", "the newest of a project of 1,000", few),
                project("project-of-many", "Holdfast: the newest of a project of 1,000,000", many)
                        .against("project-of-few"));
    }

    @Override
    public List<Goal> goals() {
        return List.of(
                Goal.fractionAtMost(
                        "newest-of-many", "newest-of-few", 3, "a million tasks are listed as a thousand are"),
                Goal.fractionAtMost("failed-of-many", "failed-of-few", 3, "also those in one state"),
                Goal.fractionAtMost("project-of-many", "project-of-few", 3, "also those of one project"));
    }

    private static Contender list(String id, String title, HistoryDatabase history, @Nullable TaskState state) {
        return query(id, title, history, new TaskQuery(null, state, null, PAGE));
    }

    private static Contender project(String id, String title, HistoryDatabase history) {
        return query(id, title, history, new TaskQuery(new ProjectId("project-7"), null, null, PAGE));
    }

    private static Contender query(String id, String title, HistoryDatabase history, TaskQuery query) {
        return Contender.timed(id, title, () -> {
            int found = history.tasks().list(query).size();
            if (found != PAGE) {
                throw new IOException(found + " tasks were listed, not " + PAGE);
            }
        });
    }

    @Override
    public void close() {
        few.close();
        many.close();
    }
}
