package dev.holdfast.api.tasks;

import dev.holdfast.activities.history.LogChunk;
import dev.holdfast.activities.history.LogPage;
import dev.holdfast.activities.history.LogStore;
import dev.holdfast.activities.output.OutputExcerpt;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fills in the output of steps from the log where the row has only its ends. */
public final class Outputs {
    /** A log beyond this is not read for a mere look at the task; the row's ends must do. */
    private static final long MOST_READ = 8L << 20;

    private static final int EACH_END = 32 * 1024;
    private static final int PAGE = 256 * 1024;
    private static final Logger log = LoggerFactory.getLogger(Outputs.class);

    private final LogStore logs;

    public Outputs(LogStore logs) {
        this.logs = logs;
    }

    public TaskResult filled(TaskResult task) {
        long size = task.steps().stream()
                .mapToLong(step -> step.stdoutBytes() + step.stderrBytes())
                .sum();
        if (size > MOST_READ || task.steps().stream().noneMatch(StepResult::truncated)) {
            return task;
        }
        try {
            Map<String, StepOutput> outputs = read(task.taskId());
            return task.withSteps(task.steps().stream()
                    .map(step -> step.truncated() ? filled(step, outputs.get(step.name())) : step)
                    .toList());
        } catch (RuntimeException down) {
            log.warn("The output of task {} could not be read: {}", task.taskId(), HistoryUnavailable.firstLine(down));
            return task;
        }
    }

    /** The same for one step of a task that is still open. */
    public StepResult filled(TaskId taskId, StepResult step) {
        if (!step.truncated() || step.stdoutBytes() + step.stderrBytes() > MOST_READ) {
            return step;
        }
        try {
            return filled(step, read(taskId).get(step.name()));
        } catch (RuntimeException down) {
            log.warn("The output of task {} could not be read: {}", taskId, HistoryUnavailable.firstLine(down));
            return step;
        }
    }

    private Map<String, StepOutput> read(TaskId taskId) {
        Map<String, StepOutput> outputs = new HashMap<>();
        for (LogPage page = logs.read(taskId, 0, PAGE);
                !page.chunks().isEmpty();
                page = logs.read(taskId, page.cursor(), PAGE)) {
            for (LogChunk chunk : page.chunks()) {
                // A step that is tried again has a new key; only its last attempt is shown.
                StepOutput output = outputs.compute(
                        chunk.step(),
                        (step, before) -> before != null && before.key.equals(chunk.stepKey())
                                ? before
                                : new StepOutput(chunk.stepKey()));
                output.add(chunk);
            }
        }
        return outputs;
    }

    private static StepResult filled(StepResult step, @Nullable StepOutput output) {
        if (output == null) {
            return step;
        }
        boolean cut = output.stdout.cut() || output.stderr.cut() || step.droppedBytes() > 0;
        return new StepResult(
                step.name(),
                step.command(),
                step.outcome(),
                step.exitCode(),
                step.signal(),
                step.reason(),
                output.stdout.text(),
                output.stderr.text(),
                cut,
                step.stdoutBytes(),
                step.stderrBytes(),
                step.droppedBytes(),
                step.startedAt(),
                step.endedAt(),
                step.durationMs(),
                step.attempts(),
                step.resourceUsage());
    }

    private static final class StepOutput {
        private final String key;
        private final OutputExcerpt stdout = new OutputExcerpt(EACH_END);
        private final OutputExcerpt stderr = new OutputExcerpt(EACH_END);

        StepOutput(String key) {
            this.key = key;
        }

        void add(LogChunk chunk) {
            switch (chunk.stream()) {
                case STDOUT, PTY -> stdout.add(chunk.bytes());
                case STDERR -> stderr.add(chunk.bytes());
                case GAP -> {} // the step itself says how much was dropped
            }
        }
    }
}
