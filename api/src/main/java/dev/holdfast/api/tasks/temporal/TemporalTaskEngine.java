package dev.holdfast.api.tasks.temporal;

import dev.holdfast.activities.temporal.FirstRequest;
import dev.holdfast.activities.temporal.TaskStart;
import dev.holdfast.activities.temporal.TemporalConnection;
import dev.holdfast.api.tasks.TaskEngine;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.rest.FilesBrought;
import dev.holdfast.workflows.CancelRequest;
import dev.holdfast.workflows.SandboxActivities.Look;
import dev.holdfast.workflows.SandboxActivities.Looked;
import dev.holdfast.workflows.TaskRequest;
import dev.holdfast.workflows.TaskWorkflow;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.history.v1.History;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import io.temporal.client.UpdateOptions;
import io.temporal.client.WithStartWorkflowOperation;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowException;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowServiceException;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowUpdateStage;
import io.temporal.common.WorkflowExecutionHistory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Tasks as executions of {@link TaskWorkflow}. */
public final class TemporalTaskEngine implements TaskEngine {
    private static final Duration MOMENT = Duration.ofSeconds(2);

    private static final UpdateOptions<TaskResult> RESULT = UpdateOptions.newBuilder(TaskResult.class)
            .setUpdateName("result")
            .setUpdateId("result")
            .setWaitForStage(WorkflowUpdateStage.ACCEPTED)
            .build();

    private final TemporalConnection connection;
    private final @Nullable NearWorker near;

    /** @param near asked first for short tasks */
    public TemporalTaskEngine(TemporalConnection connection, @Nullable NearWorker near) {
        this.connection = connection;
        this.near = near;
    }

    @Override
    public Start start(TaskRequest request, Duration patience) {
        boolean open = request.spec().open() != null;
        Optional<Start> nearby =
                near != null && !open && patience.isPositive() ? near.start(request) : Optional.empty();
        return nearby.orElseGet(() -> answered(
                "the task may have been started: ask again under its id",
                () -> open && patience.isPositive() ? startAndAwait(request, patience) : start(request)));
    }

    private Start start(TaskRequest request) {
        return TaskStart.start(connection.client(), TaskStart.options(request), request)
                ? new Start.Accepted()
                : new Start.Taken();
    }

    /** One call starts the workflow and brings its result home, so a short task costs one round trip. */
    private Start startAndAwait(TaskRequest request, Duration patience) {
        TaskWorkflow workflow = connection.client().newWorkflowStub(TaskWorkflow.class, TaskStart.options(request));
        try {
            Optional<TaskResult> result = Patience.await(
                    () -> WorkflowClient.startUpdateWithStart(
                            workflow::result, RESULT, new WithStartWorkflowOperation<>(workflow::run, request)),
                    patience);
            return result.<Start>map(Start.Answered::new).orElseGet(() -> startedByNow(request));
        } catch (WorkflowException failure) {
            if (TaskStart.isTaken(failure)) {
                return new Start.Taken();
            }
            throw failure;
        }
    }

    /** The call may not have reached the server yet; it is harmless to be sure. */
    private Start startedByNow(TaskRequest request) {
        start(request);
        return new Start.Accepted();
    }

    @Override
    public Optional<TaskRequest> request(TaskId taskId) {
        return answered(() -> FirstRequest.of(connection.client(), taskId));
    }

    @Override
    public View view(TaskId taskId) {
        WorkflowStub stub = stub(taskId);
        return answered(() -> {
            try {
                return view(stub, stub.describe().getStatus());
            } catch (WorkflowNotFoundException unknown) {
                return new View.Unknown();
            } catch (StatusRuntimeException failure) {
                return unlessUnknown(failure, new View.Unknown());
            }
        });
    }

    private static View view(WorkflowStub stub, WorkflowExecutionStatus status) {
        return switch (status) {
            case WORKFLOW_EXECUTION_STATUS_COMPLETED -> new View.Ended(stub.getResult(TaskResult.class));
            // A workflow that was cancelled through Temporal keeps its result to itself; the row has it.
            case WORKFLOW_EXECUTION_STATUS_CANCELED -> new View.Unknown();
            case WORKFLOW_EXECUTION_STATUS_TERMINATED -> new View.BrokenOff("its workflow was terminated from outside");
            case WORKFLOW_EXECUTION_STATUS_FAILED -> new View.BrokenOff("its workflow failed");
            case WORKFLOW_EXECUTION_STATUS_TIMED_OUT -> new View.BrokenOff("its workflow timed out");
            default -> new View.Running();
        };
    }

    @Override
    public Optional<TaskResult> now(TaskId taskId) {
        try {
            return Patience.answer(() -> stub(taskId).query("state", TaskResult.class), MOMENT);
        } catch (WorkflowException | StatusRuntimeException unanswered) {
            return Optional.empty();
        }
    }

    @Override
    public boolean cancel(TaskId taskId, String reason) {
        return answered("the task may have been told to end: asking again changes nothing", () -> {
            try {
                stub(taskId).signal("cancel", new CancelRequest(reason));
                return true;
            } catch (WorkflowNotFoundException endedOrUnknown) {
                return false;
            }
        });
    }

    @Override
    public Optional<StepResult> step(TaskId taskId, StepSpec step, Duration patience) {
        String otherwise = "the task may have taken step '" + step.name() + "': ask again under that name";
        return answered(otherwise, () -> new OpenTaskUpdates(stub(taskId)).step(step, patience));
    }

    @Override
    public Optional<FilesBrought> files(TaskId taskId, List<InputFile> files, Duration patience) {
        String otherwise = "the task may have taken the files: bring them in again to be sure";
        return answered(otherwise, () -> new OpenTaskUpdates(stub(taskId)).files(files, patience));
    }

    @Override
    public Looked look(TaskId taskId, Look look, Duration patience) {
        return answered(() -> new OpenTaskUpdates(stub(taskId)).look(look, patience));
    }

    @Override
    public Optional<TaskResult> close(TaskId taskId, String reason, Duration patience) {
        String otherwise = "the task may have been closed: closing it again changes nothing";
        return answered(otherwise, () -> new OpenTaskUpdates(stub(taskId)).close(reason, patience));
    }

    @Override
    public Optional<String> history(TaskId taskId) {
        return answered(() -> {
            try {
                History decoded = connection
                        .payloads()
                        .decodedThroughout(new TaskRuns(connection.client()).events(TaskRequest.workflowId(taskId)));
                return Optional.of(new WorkflowExecutionHistory(decoded, TaskRequest.workflowId(taskId)).toJson(true));
            } catch (WorkflowNotFoundException unknown) {
                return Optional.empty();
            } catch (StatusRuntimeException failure) {
                return unlessUnknown(failure, Optional.empty());
            }
        });
    }

    @Override
    public void ping() {
        answered(() -> connection
                .stubs()
                .blockingStub()
                .withDeadlineAfter(2, TimeUnit.SECONDS)
                .getSystemInfo(GetSystemInfoRequest.getDefaultInstance()));
    }

    private WorkflowStub stub(TaskId taskId) {
        return connection.client().newUntypedWorkflowStub(TaskRequest.workflowId(taskId));
    }

    private static <T> T unlessUnknown(StatusRuntimeException failure, T unknown) {
        if (failure.getStatus().getCode() == Status.Code.NOT_FOUND) {
            return unknown;
        }
        throw failure;
    }

    private static <T> T answered(Supplier<T> call) {
        return answered("the task was not touched", call);
    }

    /**
     * The one translator of Temporal's failures.
     *
     * @param otherwise what is true of the task when there is no answer: a call that was not answered may have arrived
     */
    private static <T> T answered(String otherwise, Supplier<T> call) {
        try {
            return call.get();
        } catch (StatusRuntimeException | WorkflowServiceException failure) {
            throw new Unavailable("Temporal does not answer; " + otherwise, failure);
        }
    }
}
