package dev.holdfast.benchmarks.groups;

import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.PostgresConfig;
import dev.holdfast.benchmarks.measure.Contender;
import dev.holdfast.benchmarks.measure.Goal;
import dev.holdfast.benchmarks.measure.Group;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Whether looking at tasks stays fast when there are many. */
final class HistoryGroup implements Group {
    private static final int FEW = 1_000;
    private static final int MANY = 1_000_000;
    private static final double MOST = 2;
    /** A question takes about a millisecond: one is asked so often for each value that the clock's noise is small. */
    private static final int TIMES = 10;

    private final HistoryDatabase few;
    private final HistoryDatabase many;
    private final List<HistoryQuestion> questions = HistoryQuestion.all(Instant.now());

    HistoryGroup(Ground ground) throws Exception {
        PostgresConfig postgres = ground.stack(Ground.Stack.COLD).postgres();
        ground.say("writing " + FEW + " and " + MANY + " tasks");
        this.few = SampleHistory.of(postgres, "few", FEW);
        this.many = SampleHistory.of(postgres, "many", MANY);
    }

    @Override
    public String title() {
        return "Looking at tasks, a thousand against a million in PostgreSQL (pages of " + HistoryQuestion.PAGE + ")";
    }

    @Override
    public List<Contender> contenders() {
        return questions.stream()
                .flatMap(question -> Stream.of(
                        contender(few(question), question.title() + ", of 1,000", question, few, FEW),
                        contender(many(question), "Holdfast: the same of 1,000,000", question, many, MANY)
                                .against(few(question))))
                .toList();
    }

    @Override
    public List<Goal> goals() {
        return questions.stream()
                .filter(HistoryQuestion::comparable)
                .map(question -> Goal.fractionAtMost(
                        many(question),
                        few(question),
                        MOST,
                        question.title() + ": at most twice as long in a million as in a thousand"))
                .toList();
    }

    @Override
    public List<String> notes() {
        return List.of(
                "A word that every hundredth task has is found ten times in a thousand tasks, and fills a page in a"
                        + " million: the two rows do not do the same and no goal compares them.");
    }

    private static String few(HistoryQuestion question) {
        return question.id() + "-of-few";
    }

    private static String many(HistoryQuestion question) {
        return question.id() + "-of-many";
    }

    private static Contender contender(
            String id, String title, HistoryQuestion question, HistoryDatabase history, int tasks) {
        return Contender.milliseconds(id, title, () -> {
            long begun = System.nanoTime();
            for (int time = 0; time < TIMES; time++) {
                ask(question, history, tasks);
            }
            return (System.nanoTime() - begun) / 1e6 / TIMES;
        });
    }

    private static void ask(HistoryQuestion question, HistoryDatabase history, int tasks) throws IOException {
        long found = question.ask(history, tasks);
        if (found != question.answer(tasks)) {
            throw new IOException(found + " were found, not " + question.answer(tasks));
        }
    }

    @Override
    public void close() {
        few.close();
        many.close();
    }
}
