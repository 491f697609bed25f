package dev.holdfast.activities.diff;

import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.rest.TaskDiff;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Durations and peaks, side by side, where they differ. */
final class Measurements {
    private Measurements() {}

    static List<TaskDiff.Measurement> of(TaskResult base, TaskResult other) {
        List<TaskDiff.Measurement> all = new ArrayList<>();
        add(all, "", "durationMs", base.durationMs(), other.durationMs());
        Map<String, StepResult> before = new LinkedHashMap<>();
        base.steps().forEach(step -> before.put(step.name(), step));
        for (StepResult step : other.steps()) {
            StepResult then = before.get(step.name());
            if (then != null) {
                compare(all, then, step, "durationMs", StepResult::durationMs);
                compare(
                        all,
                        then,
                        step,
                        "peakMemoryBytes",
                        s -> s.resourceUsage().peakMemoryBytes());
                compare(all, then, step, "cpuUserMs", s -> s.resourceUsage().cpuUserMs());
            }
        }
        return all;
    }

    private static void compare(
            List<TaskDiff.Measurement> all,
            StepResult base,
            StepResult other,
            String what,
            Function<StepResult, @Nullable Long> value) {
        add(all, other.name(), what, value.apply(base), value.apply(other));
    }

    private static void add(
            List<TaskDiff.Measurement> all, String step, String what, @Nullable Long base, @Nullable Long other) {
        if (!Objects.equals(base, other)) {
            all.add(new TaskDiff.Measurement(step, what, base, other));
        }
    }
}
