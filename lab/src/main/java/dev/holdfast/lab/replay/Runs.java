package dev.holdfast.lab.replay;

import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.History;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.common.WorkflowExecutionHistory;
import java.util.ArrayList;
import java.util.List;

/** A long open task goes on in new runs; a file has their events one behind the other, and each is replayed by itself. */
final class Runs {
    private Runs() {}

    static List<WorkflowExecutionHistory> of(WorkflowExecutionHistory file) {
        List<History.Builder> runs = new ArrayList<>();
        for (HistoryEvent event : file.getEvents()) {
            if (event.getEventType() == EventType.EVENT_TYPE_WORKFLOW_EXECUTION_STARTED) {
                runs.add(History.newBuilder());
            }
            runs.getLast().addEvents(event);
        }
        return runs.stream()
                .map(run -> new WorkflowExecutionHistory(
                        run.build(), file.getWorkflowExecution().getWorkflowId()))
                .toList();
    }
}
