package dev.holdfast.workflows;

import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.workflows.SandboxActivities.Look;
import io.temporal.failure.ApplicationFailure;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What somebody asks of a task. Straight through Temporal that may be anything, or nothing. */
final class Asked {
    private Asked() {}

    static StepSpec step(@Nullable StepRequest request) {
        return required("step", request == null ? null : request.step());
    }

    /** The task as if its spec had had these files. */
    static TaskRequest files(TaskRequest task, @Nullable FilesRequest request) {
        List<InputFile> files = required("files", request == null ? null : request.files());
        if (files.stream().anyMatch(Objects::isNull)) {
            throw invalid("files: one of them is missing");
        }
        try {
            return new TaskRequest(task.taskId(), task.spec().withFiles(files), task.requestedBy());
        } catch (InvalidFieldException tooMany) {
            throw invalid(String.valueOf(tooMany.getMessage()));
        }
    }

    static Look look(@Nullable Look request) {
        Look look = required("look", request);
        required("path", look.path());
        return look;
    }

    static String why(@Nullable CancelRequest request) {
        return request == null || request.reason() == null ? "cancelled" : request.reason();
    }

    static String why(@Nullable CloseRequest request) {
        return request == null || request.reason() == null ? "closed" : request.reason();
    }

    private static <T> T required(String field, @Nullable T value) {
        if (value == null) {
            throw invalid(field + ": is missing");
        }
        return value;
    }

    private static ApplicationFailure invalid(String why) {
        return ApplicationFailure.newNonRetryableFailure(why, "invalid_field");
    }
}
