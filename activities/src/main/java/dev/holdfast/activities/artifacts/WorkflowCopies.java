package dev.holdfast.activities.artifacts;

import dev.holdfast.contract.TaskId;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;

/** Temporal's histories of tasks that ran elsewhere: the server here does not know them. */
public final class WorkflowCopies {
    private final NamedObjects objects;

    public WorkflowCopies(NamedObjects objects) {
        this.objects = objects;
    }

    private static String name(TaskId taskId) {
        return "workflows/" + taskId.value() + ".json";
    }

    public void store(TaskId taskId, byte[] history) throws IOException {
        BlobRef stored = objects.store(name(taskId), output -> output.write(history));
        if (stored.size() != history.length) {
            throw new IOException("the workflow of task " + taskId + " was stored in part");
        }
    }

    public Optional<byte[]> find(TaskId taskId) {
        return objects.open(name(taskId)).map(WorkflowCopies::read);
    }

    private static byte[] read(InputStream stored) {
        try (stored) {
            return stored.readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Gone is success. */
    public void remove(TaskId taskId) {
        objects.remove(name(taskId));
    }
}
