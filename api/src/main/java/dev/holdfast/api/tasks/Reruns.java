package dev.holdfast.api.tasks;

import dev.holdfast.activities.history.TaskHistory;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.rest.RerunRequest;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes a new task of an old one: the same spec, the same files by their hashes, the image by its digest. */
public final class Reruns {
    private final Tasks tasks;
    private final TaskHistory history;

    public Reruns(Tasks tasks, TaskHistory history) {
        this.tasks = tasks;
        this.history = history;
    }

    /** @param key names one rerun per caller, so that the same request may be sent twice */
    public Submission of(TaskId origin, RerunRequest asked, @Nullable String key, String requestedBy) {
        TaskResult before = tasks.find(origin).orElseThrow(() -> new UnknownTask(origin.value()));
        TaskSpec spec = HistoryUnavailable.unless(() -> history.findSpec(origin))
                .orElseThrow(() -> new UnknownTask(origin.value()));
        TaskSpec frozen = spec.forRerun(origin, frozenImage(spec, before), from(asked.fromStep(), spec.steps()));
        Map<String, String> secrets = asked.secretValues();
        return new Submission(frozen, asked.taskId(), key, requestedBy, secrets == null ? Map.of() : secrets);
    }

    private static @Nullable String frozenImage(TaskSpec spec, TaskResult before) {
        String image = before.image() == null ? spec.image() : before.image();
        String digest = before.imageDigest();
        boolean known = digest != null && digest.startsWith("sha256:");
        return image == null || !known || image.contains("@") ? image : image + "@" + digest;
    }

    private static List<StepSpec> from(@Nullable Integer step, List<StepSpec> steps) {
        if (step == null) {
            return steps;
        }
        if (step > steps.size()) {
            throw new InvalidFieldException(
                    "fromStep", step + " is more than the " + steps.size() + " steps that there are");
        }
        return steps.subList(step - 1, steps.size());
    }
}
