package dev.holdfast.activities.diff;

import dev.holdfast.activities.artifacts.BlobStore;
import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.LogStore;
import dev.holdfast.activities.history.TaskHistory;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.rest.TaskDiff;
import java.util.List;
import java.util.Optional;

/** Compares two tasks by what remains of them. */
public final class TaskComparison {
    private final TaskHistory tasks;
    private final ArtifactComparison artifacts;
    private final OutputComparison output;

    public TaskComparison(HistoryDatabase history, BlobStore blobs) {
        this.tasks = history.tasks();
        LogStore logs = history.logs();
        this.artifacts = new ArtifactComparison(tasks, blobs);
        this.output = new OutputComparison(logs);
    }

    /** Empty when one of them is not there. */
    public Optional<TaskDiff> compare(TaskId base, TaskId other) {
        Optional<TaskResult> baseResult = tasks.find(base);
        Optional<TaskResult> otherResult = tasks.find(other);
        Optional<TaskSpec> baseSpec = tasks.findSpec(base);
        Optional<TaskSpec> otherSpec = tasks.findSpec(other);
        if (baseResult.isEmpty() || otherResult.isEmpty() || baseSpec.isEmpty() || otherSpec.isEmpty()) {
            return Optional.empty();
        }
        List<TaskDiff.Field> fields =
                FieldComparison.of(baseSpec.get(), baseResult.get(), otherSpec.get(), otherResult.get());
        List<TaskDiff.File> files = artifacts.compare(base, other);
        List<TaskDiff.Output> written = output.compare(base, other);
        return Optional.of(new TaskDiff(
                base,
                other,
                fields.isEmpty() && files.isEmpty() && written.isEmpty(),
                fields,
                files,
                written,
                Measurements.of(baseResult.get(), otherResult.get())));
    }
}
