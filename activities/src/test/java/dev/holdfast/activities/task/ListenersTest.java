package dev.holdfast.activities.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import org.junit.jupiter.api.Test;

class ListenersTest {
    private static final TaskId TASK = new TaskId("heard");
    private static final TaskResult RESULT = ContractJson.LENIENT.readValue(
            "{\"taskId\":\"heard\",\"state\":\"releasing\",\"exitCode\":0}", TaskResult.class);

    private final Listeners listeners = new Listeners();

    @Test
    void whoeverListensToATaskHearsItsResult() {
        try (Listeners.Listener one = listeners.listen(TASK);
                Listeners.Listener two = listeners.listen(TASK);
                Listeners.Listener another = listeners.listen(new TaskId("another"))) {
            listeners.tell(TASK, RESULT);

            assertThat(one.result()).isCompletedWithValue(RESULT);
            assertThat(two.result()).isCompletedWithValue(RESULT);
            assertThat(another.result()).isNotDone();
        }
    }

    @Test
    void nothingIsKeptForThoseWhoLeftOrCameLater() {
        listeners.listen(TASK).close();
        listeners.tell(TASK, RESULT);

        try (Listeners.Listener later = listeners.listen(TASK)) {
            assertThat(later.result()).isNotDone();
        }
    }
}
