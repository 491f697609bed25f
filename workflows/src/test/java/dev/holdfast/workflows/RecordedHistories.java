package dev.holdfast.workflows;

import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.client.WorkflowClient;
import io.temporal.common.WorkflowExecutionHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Histories of tasks that took every way there is through the lifecycle, kept so that changed code is run over them.
 * {@code -Dholdfast.histories.record=true} with {@link TaskWorkflowTest}, {@link OpenTaskTest} and {@link LargeTasksTest} records
 * them anew, and any other value beside the old ones, with itself before their names.
 */
final class RecordedHistories {
    private static final Path DIRECTORY = Path.of("src/test/resources/histories");
    private static final String OPEN = "open-";

    /** How a task ends whose workflow fails, before there is anything to tell a result of. */
    static final String REFUSED = "refused";

    private RecordedHistories() {}

    /** One for each way; a way that is known already is not recorded twice. */
    static void keep(WorkflowClient client, TaskId taskId, TaskResult result) {
        String way = result.transitions().stream()
                .map(transition -> transition.state().name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining("-"));
        keep(way, () -> client.fetchHistory(TaskRequest.workflowId(taskId)));
    }

    /** One run of an open task, by what was done with it: that says more than its way through the lifecycle. */
    static void keepOpen(WorkflowClient client, WorkflowExecution run, String what) {
        keep(OPEN + what, () -> client.fetchHistory(run.getWorkflowId(), run.getRunId()));
    }

    static void keepRefused(WorkflowClient client, TaskId taskId) {
        keep(REFUSED, () -> client.fetchHistory(TaskRequest.workflowId(taskId)));
    }

    static boolean isOfAnOpenTask(Path history) {
        return history.getFileName().toString().contains(OPEN);
    }

    private static void keep(String name, Supplier<WorkflowExecutionHistory> history) {
        String record = System.getProperty("holdfast.histories.record");
        if (record == null) {
            return;
        }
        try {
            Files.createDirectories(DIRECTORY);
            Files.writeString(
                    DIRECTORY.resolve((record.equals("true") ? "" : record + "-") + name + ".json"),
                    history.get().toJson(true) + "\n");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static List<Path> all() throws IOException {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }
}
