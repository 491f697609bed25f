package dev.holdfast.api.tasks.temporal;

import dev.holdfast.api.tasks.TaskEngine.Refused;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.StepIdentity;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.rest.FilesBrought;
import dev.holdfast.workflows.CloseRequest;
import dev.holdfast.workflows.FilesRequest;
import dev.holdfast.workflows.SandboxActivities.Look;
import dev.holdfast.workflows.SandboxActivities.Looked;
import dev.holdfast.workflows.SandboxActivities.Staged;
import dev.holdfast.workflows.StepRequest;
import io.temporal.client.UpdateOptions;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.client.WorkflowUpdateStage;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is asked of an open task, as updates of its workflow. */
final class OpenTaskUpdates {
    /** Words that begin with the field that is to be put right: the SDK drops the type of what a validator throws. */
    private static final Pattern NAMES_A_FIELD =
            Pattern.compile("((?:steps\\.(?!name:)|secrets|files|path)[A-Za-z.]*): (.*)", Pattern.DOTALL);

    private final WorkflowStub task;

    OpenTaskUpdates(WorkflowStub task) {
        this.task = task;
    }

    Optional<StepResult> step(StepSpec step, Duration patience) {
        // Temporal answers the same id with the first answer; what is not the same step is the task's to refuse.
        String id = "step-" + step.name() + "-" + StepIdentity.of(step);
        UpdateOptions<StepResult> update = options("step", id, StepResult.class);
        return taken(() -> Patience.awaitTaken(() -> task.startUpdate(update, new StepRequest(step)), patience));
    }

    Optional<FilesBrought> files(List<InputFile> files, Duration patience) {
        UpdateOptions<Staged> update = options("files", "files-" + UUID.randomUUID(), Staged.class);
        return taken(() -> Patience.awaitTaken(() -> task.startUpdate(update, new FilesRequest(files)), patience))
                .map(staged -> new FilesBrought(staged.files(), staged.bytes()));
    }

    Looked look(Look look, Duration patience) {
        UpdateOptions<Looked> update = options("look", "look-" + UUID.randomUUID(), Looked.class);
        return taken(() -> Patience.awaitTaken(() -> task.startUpdate(update, look), patience))
                .orElseThrow(() -> new Refused("the sandbox did not answer within " + patience.toSeconds() + " s"));
    }

    Optional<TaskResult> close(String reason, Duration patience) {
        UpdateOptions<TaskResult> update = options("close", "close", TaskResult.class);
        try {
            return Patience.awaitTaken(() -> task.startUpdate(update, new CloseRequest(reason)), patience);
        } catch (WorkflowNotFoundException ended) {
            return Optional.empty();
        } catch (WorkflowUpdateException refused) {
            throw refusal(refused);
        }
    }

    private static <T> UpdateOptions<T> options(String name, String id, Class<T> result) {
        return UpdateOptions.newBuilder(result)
                .setUpdateName(name)
                .setUpdateId(id)
                // What is done at once has its result in the same answer.
                .setWaitForStage(WorkflowUpdateStage.ACCEPTED)
                .build();
    }

    private static <T> Optional<T> taken(Supplier<Optional<T>> update) {
        try {
            return update.get();
        } catch (WorkflowNotFoundException ended) {
            throw new Refused("the task has ended; open another");
        } catch (WorkflowUpdateException refused) {
            throw refusal(refused);
        }
    }

    /** The SDK wraps what a workflow says more than once; the innermost has its words. */
    private static RuntimeException refusal(WorkflowUpdateException refused) {
        RuntimeException refusal = new Refused("the task could not do it: " + refused.getMessage());
        for (Throwable cause = refused.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof ApplicationFailure said) {
                refusal = refusal(said);
            }
        }
        return refusal;
    }

    private static RuntimeException refusal(ApplicationFailure said) {
        String words = said.getOriginalMessage();
        Matcher field = NAMES_A_FIELD.matcher(words);
        return field.matches() ? new InvalidFieldException(field.group(1), field.group(2)) : new Refused(words);
    }
}
