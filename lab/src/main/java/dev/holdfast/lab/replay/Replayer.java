package dev.holdfast.lab.replay;

import dev.holdfast.workflows.ReaperWorkflowImpl;
import dev.holdfast.workflows.TaskPayloads;
import dev.holdfast.workflows.TaskWorkflowImpl;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.common.converter.DataConverter;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.WorkflowReplayer;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerOptions;
import java.time.Duration;
import java.util.Optional;

/** Runs the workflow code of this build over a history. Nothing is executed: activities answer as they did then. */
public final class Replayer {
    /** A machine that is busy with other things is no sign of code that hangs. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final DataConverter converter;

    public Replayer(DataConverter converter) {
        this.converter = converter;
    }

    /** Where code and history part; empty when they agree. */
    public Optional<Exception> divergence(WorkflowExecutionHistory history) {
        TestEnvironmentOptions options = TestEnvironmentOptions.newBuilder()
                .setWorkflowClientOptions(WorkflowClientOptions.newBuilder()
                        .setDataConverter(converter)
                        .build())
                .build();
        try (TestWorkflowEnvironment environment = TestWorkflowEnvironment.newInstance(options)) {
            Worker worker = environment.newWorker(
                    "replay",
                    WorkerOptions.newBuilder()
                            .setDefaultDeadlockDetectionTimeout(PATIENCE.toMillis())
                            .build());
            worker.registerWorkflowImplementationTypes(TaskPayloads.unreadableTasksFail(), TaskWorkflowImpl.class);
            worker.registerWorkflowImplementationTypes(ReaperWorkflowImpl.class);
            WorkflowReplayer.replayWorkflowExecution(history, worker);
            return Optional.empty();
        } catch (Exception parted) {
            return Optional.of(parted);
        }
    }
}
