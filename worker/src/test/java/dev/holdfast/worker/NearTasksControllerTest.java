package dev.holdfast.worker;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.activities.task.Listeners;
import dev.holdfast.activities.temporal.TemporalConfig;
import dev.holdfast.activities.temporal.TemporalConnection;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.workflows.TaskRequest;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.server.ResponseStatusException;

class NearTasksControllerTest {
    private static final byte[] REQUEST =
            ContractJson.LENIENT.writeValueAsBytes(new TaskRequest(new TaskId("near"), TaskSpec.of(), "a test"));

    @TempDir
    Path home;

    // Nobody listens at port 1.
    private final TemporalConnection away =
            new TemporalConnection(new TemporalConfig("127.0.0.1:1", "default"), "test");
    private NearTasksController controller;

    @BeforeEach
    void aWorkerWithoutTemporal() {
        controller = new NearTasksController(HostKey.writtenTo(home.resolve("worker-key")), away, new Listeners());
    }

    @AfterEach
    void close() {
        away.close();
    }

    @Test
    void nobodyStartsTasksWithoutTheKey() {
        for (String wrong : new String[] {null, "", "Bearer ", "Bearer x"}) {
            assertThatThrownBy(() -> controller.start(wrong, REQUEST))
                    .isInstanceOf(ResponseStatusException.class)
                    .hasMessageContaining("401");
        }
    }
}
