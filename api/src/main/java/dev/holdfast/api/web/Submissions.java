package dev.holdfast.api.web;

import dev.holdfast.api.access.Caller;
import dev.holdfast.api.files.StoredFiles;
import dev.holdfast.api.tasks.Accepted;
import dev.holdfast.api.tasks.Outputs;
import dev.holdfast.api.tasks.Submission;
import dev.holdfast.api.tasks.TaskFollower;
import dev.holdfast.api.tasks.Wait;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.TaskResult;
import java.net.URI;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/** The one way by which requests become tasks. */
@Component
class Submissions {
    private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,255}");

    private final TaskFollower follower;
    private final Outputs outputs;
    private final StoredFiles files;

    Submissions(TaskFollower follower, Outputs outputs, StoredFiles files) {
        this.follower = follower;
        this.outputs = outputs;
        this.files = files;
    }

    /** @param key of the header Idempotency-Key */
    ResponseEntity<TaskResult> accept(Bodies.TaskBody body, Caller caller, @Nullable String key, Wait wait) {
        return accept(
                new Submission(body.spec(), body.taskId(), key, caller.name(), body.secretValues()), caller, wait);
    }

    ResponseEntity<TaskResult> accept(Submission submission, Caller caller, Wait wait) {
        requireKey(submission.idempotencyKey());
        caller.requireProject(submission.spec().project());
        files.requireUploaded(submission.spec(), caller);
        Accepted accepted = follower.start(submission, wait);
        TaskResult task = accepted.task();
        return ResponseEntity.status(accepted.created() ? 201 : 200)
                .location(URI.create("/v1/tasks/" + task.taskId()))
                .body(outputs.filled(task));
    }

    private static void requireKey(@Nullable String key) {
        if (key != null && !KEY.matcher(key).matches()) {
            throw new InvalidFieldException("Idempotency-Key", "has 1 to 255 visible ASCII characters");
        }
    }
}
