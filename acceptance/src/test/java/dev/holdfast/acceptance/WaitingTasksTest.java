package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.client.Holdfast;
import dev.holdfast.client.OpenTask;
import dev.holdfast.contract.Command;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskState;
import io.temporal.api.enums.v1.PendingActivityState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A host with room for one task, and more of them than that. */
class WaitingTasksTest {
    /** So many have left the queue for the host's door, where projects do not take turns; see the worker's {@code TaskWorker}. */
    private static final int AT_THE_DOOR = 4;

    private static final int URGENT = 1;
    private static final int USUAL = 3;

    @Test
    void theUrgentGoFirstAndThenProjectsTakeTurns() {
        try (StackUnderTest stack = StackUnderTest.start(Map.of("HOLDFAST_CAPACITY_CPUS", "1"));
                TemporalView temporal = new TemporalView(stack)) {
            Holdfast client = stack.client();
            List<TaskId> atTheDoor = new ArrayList<>();
            List<TaskId> waiting = new ArrayList<>();
            try (OpenTask first = client.open(TaskSpec.of())) {
                for (int i = 1; i <= AT_THE_DOOR; i++) {
                    atTheDoor.add(submit(client, "door-" + i, "door", USUAL));
                }
                atTheDoor.forEach(
                        task -> awaitPlace(temporal, task, PendingActivityState.PENDING_ACTIVITY_STATE_STARTED));
                for (String name : List.of("many-1", "many-2", "many-3", "many-4", "few-1", "few-2")) {
                    waiting.add(submit(client, name, name.substring(0, name.indexOf('-')), USUAL));
                    awaitQueued(temporal, waiting);
                }
                waiting.add(submit(client, "urgent", "many", URGENT));
                awaitQueued(temporal, waiting);
                assertThat(first.task().result().state()).isEqualTo(TaskState.RUNNING);
            }
            waiting.forEach(
                    task -> assertThat(client.task(task).await().state()).isEqualTo(TaskState.SUCCEEDED));
            atTheDoor.forEach(
                    task -> assertThat(client.task(task).await().state()).isEqualTo(TaskState.SUCCEEDED));

            assertThat(waiting.stream()
                            .sorted(Comparator.comparingLong(temporal::servedAt))
                            .map(TaskId::value))
                    .containsExactly("urgent", "many-1", "few-1", "many-2", "few-2", "many-3", "many-4");
        }
    }

    private static TaskId submit(Holdfast client, String name, String project, int priority) {
        TaskSpec spec = TaskSpec.of(StepSpec.of(Command.of("true")))
                .withProject(new ProjectId(project))
                .withPriority(priority);
        return client.submit(new TaskId(name), spec).id();
    }

    /** In the order in which they were submitted, and nobody was served meanwhile. */
    private static void awaitQueued(TemporalView temporal, List<TaskId> waiting) {
        waiting.forEach(task -> awaitPlace(temporal, task, PendingActivityState.PENDING_ACTIVITY_STATE_SCHEDULED));
    }

    private static void awaitPlace(TemporalView temporal, TaskId task, PendingActivityState state) {
        await().atMost(StackUnderTest.EVENTUALLY)
                .untilAsserted(() -> assertThat(temporal.pendingActivities(task))
                        .as("%s", task)
                        .containsExactly(state));
    }
}
