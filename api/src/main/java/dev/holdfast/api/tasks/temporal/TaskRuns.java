package dev.holdfast.api.tasks.temporal;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.history.v1.History;
import io.temporal.client.WorkflowClient;
import java.util.ArrayDeque;
import java.util.Deque;

/** The runs of a task: a long open one goes on in a new run when its history gets long. */
final class TaskRuns {
    private final WorkflowClient client;

    TaskRuns(WorkflowClient client) {
        this.client = client;
    }

    /** The events of all runs, the oldest first, from the first one that Temporal has not forgotten. */
    History events(String workflowId) {
        Deque<History> runs = new ArrayDeque<>();
        runs.push(client.fetchHistory(workflowId).getHistory());
        try {
            for (String before = before(runs.peek()); !before.isEmpty(); before = before(runs.peek())) {
                runs.push(client.fetchHistory(workflowId, before).getHistory());
            }
        } catch (StatusRuntimeException failure) {
            // A run is kept for so long from its own end, and the task may be open for longer.
            if (failure.getStatus().getCode() != Status.Code.NOT_FOUND) {
                throw failure;
            }
        }
        History.Builder all = History.newBuilder();
        runs.forEach(run -> all.addAllEvents(run.getEventsList()));
        return all.build();
    }

    private static String before(History run) {
        return run.getEvents(0).getWorkflowExecutionStartedEventAttributes().getContinuedExecutionRunId();
    }
}
