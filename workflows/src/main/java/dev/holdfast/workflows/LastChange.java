package dev.holdfast.workflows;

import dev.holdfast.contract.JsonText;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskState;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import dev.holdfast.workflows.SandboxActivities.FinishRequest;
import java.time.Instant;

/**
 * How a task ends once it is known what became of its sandbox: the same for the worker that gives it back and writes that
 * down at once, and for the workflow.
 */
public final class LastChange {
    /** The receipt, and the state that comes of it. */
    private static final int CHANGES = 2;

    private LastChange() {}

    static TaskState state(TaskState decided, Receipt receipt) {
        return clean(receipt) ? decided : TaskState.CLEANUP_FAILED;
    }

    static String reason(String decided, Receipt receipt) {
        String reason = clean(receipt) ? decided : decided + "; left behind: " + receipt.left();
        return JsonText.shortened(reason, PayloadRoom.WORDS);
    }

    private static boolean clean(Receipt receipt) {
        return receipt.state() == Receipt.State.CLEAN;
    }

    /** The task's last row. */
    public static HistoryEntry row(FinishRequest request, Receipt receipt, Instant now) {
        return row(request.release().ending(), request.end(), receipt, now);
    }

    static HistoryEntry row(HistoryEntry releasing, TaskState end, Receipt receipt, Instant now) {
        TaskResult task = releasing.task();
        TaskResult ended = task.withCleanup(receipt).ended(state(end, receipt), now, reason(task.reason(), receipt));
        return new HistoryEntry(releasing.request(), releasing.version() + CHANGES, ended);
    }
}
