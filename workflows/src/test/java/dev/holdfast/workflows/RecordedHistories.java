package dev.holdfast.workflows;

import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import io.temporal.client.WorkflowClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Histories of tasks that took every way there is through the lifecycle, kept so that changed code is run over them.
 * {@code -Dholdfast.histories.record=true} with {@link TaskWorkflowTest} records them anew, and any other value beside the
 * old ones, with itself before their names.
 */
final class RecordedHistories {
    private static final Path DIRECTORY = Path.of("src/test/resources/histories");

    private RecordedHistories() {}

    /** One for each way; a way that is known already is not recorded twice. */
    static void keep(WorkflowClient client, TaskId taskId, TaskResult result) {
        String record = System.getProperty("holdfast.histories.record");
        if (record == null) {
            return;
        }
        String way = result.transitions().stream()
                .map(transition -> transition.state().name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining("-"));
        try {
            Files.createDirectories(DIRECTORY);
            Files.writeString(
                    DIRECTORY.resolve((record.equals("true") ? "" : record + "-") + way + ".json"),
                    client.fetchHistory(TaskRequest.workflowId(taskId)).toJson(true) + "\n");
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
