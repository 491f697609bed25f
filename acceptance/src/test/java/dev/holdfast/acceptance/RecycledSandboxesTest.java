package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.client.Holdfast;
import dev.holdfast.client.Task;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskState;
import dev.holdfast.contract.rest.LogEntry;
import dev.holdfast.devstack.control.StopSignal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A crowd of short tasks in sandboxes that are cleared and used again, while their worker is killed now and then. */
class RecycledSandboxesTest {
    private static final int CALLERS = 4;
    private static final int TASKS = 120;
    private static final int DEATHS = 3;

    /**
     * What it writes is another thing each time it runs, and the same in its output, its artifact and its log only when it ran once.
     */
    private static final TaskSpec SPEC = ContractJson.STRICT.readValue("""
            {"steps": [{"command": ["sh", "-c", "ls -A; cat /proc/sys/kernel/random/uuid | tee once"]}],
             "artifacts": {"include": ["once"]}}
            """, TaskSpec.class);

    @Test
    void eachTaskRunsOnceInACleanSandboxWhateverItsWorkerDiesAt() throws Exception {
        try (StackUnderTest stack = StackUnderTest.start(
                Map.of("HOLDFAST_SANDBOX", "oci", "HOLDFAST_POOL_SIZE", "4", "HOLDFAST_POOL_USES", "1000"))) {
            Holdfast client = stack.client();
            AtomicInteger begun = new AtomicInteger();
            AtomicInteger ended = new AtomicInteger();
            List<Callable<Void>> callers = new ArrayList<>();
            for (int caller = 0; caller < CALLERS; caller++) {
                callers.add(() -> {
                    for (int n = begun.getAndIncrement(); n < TASKS; n = begun.getAndIncrement()) {
                        client.run(new TaskId("crowd-" + n), SPEC);
                        ended.incrementAndGet();
                    }
                    return null;
                });
            }
            try (ExecutorService threads = Executors.newFixedThreadPool(CALLERS)) {
                List<Future<Void>> all = callers.stream().map(threads::submit).toList();
                for (int death = 1; death <= DEATHS; death++) {
                    int many = death * TASKS / (DEATHS + 1);
                    await().atMost(StackUnderTest.EVENTUALLY).until(() -> ended.get() >= many);
                    stack.endAndAwaitSuccessor("worker", StopSignal.KILL);
                }
                for (Future<Void> one : all) {
                    one.get();
                }
            }
            Set<String> written = new HashSet<>();
            for (int n = 0; n < TASKS; n++) {
                written.add(onlyWordOf(client.task(new TaskId("crowd-" + n))));
            }
            assertThat(written).as("each its own").hasSize(TASKS);
            assertThat(client.statistics(null, null).total()).isEqualTo(TASKS);
        }
    }

    private static String onlyWordOf(Task task) throws IOException {
        TaskResult result = await().atMost(StackUnderTest.EVENTUALLY)
                .until(task::result, now -> now.state().terminal());
        assertThat(result.state()).as(result.reason()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(result.cleanup().state()).isEqualTo(Receipt.State.CLEAN);
        String word = result.steps().getFirst().stdout();
        assertThat(word).as("nothing of an earlier task was there").hasSize(37);
        assertThat(task.logs(0).entries().stream().map(LogEntry::text).collect(Collectors.joining()))
                .isEqualTo(word);
        try (InputStream artifact = task.artifact("once")) {
            assertThat(new String(artifact.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(word);
        }
        return word;
    }
}
