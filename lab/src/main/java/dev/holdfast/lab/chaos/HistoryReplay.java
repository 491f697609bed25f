package dev.holdfast.lab.chaos;

import dev.holdfast.activities.temporal.TemporalConnection;
import dev.holdfast.contract.TaskId;
import dev.holdfast.lab.replay.Replayer;
import dev.holdfast.workflows.TaskRequest;
import java.util.Optional;

/** What a task has of a history, as long as it may be, through the workflow code of this build. */
final class HistoryReplay {
    private final ChaosStack stack;
    private final Replayer replayer = new Replayer(TemporalConnection.dataConverter());

    HistoryReplay(ChaosStack stack) {
        this.stack = stack;
    }

    /** Where they part; empty when they agree. */
    Optional<String> divergence(TaskId task) {
        String workflow = TaskRequest.workflowId(task);
        return replayer.divergence(stack.temporal().client().fetchHistory(workflow))
                .map(parted -> workflow + " does not replay: " + parted.getMessage());
    }
}
