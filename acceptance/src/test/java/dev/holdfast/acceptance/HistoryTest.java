package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.rest.TaskPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** Real tasks, good and odd ones, and what is known of them afterwards. */
@ExtendWith(WithStack.class)
class HistoryTest {
    private static final String PROJECT = "found";

    private final StackUnderTest stack;

    HistoryTest(StackUnderTest stack) {
        this.stack = stack;
    }

    @Test
    void tasksAreFoundCountedAndAudited() {
        run("found-good", "--label", "team=blue", "--", "echo", "well");
        run("found-three", "--", "sh", "-c", "exit 3");
        run("found-crash", "--", "sh", "-c", "kill -SEGV $$");
        run("found-denied", "--", "cat", "/etc/shadow");
        run("found-memory", "--memory", "64m", "--", "tail", "/dev/zero");

        assertThat(found()).hasSize(5);
        assertThat(found("--label", "team=blue")).containsExactly("found-good");
        assertThat(found("--exit-code", "3")).containsExactly("found-three");
        assertThat(found("--state", "succeeded")).containsExactly("found-good");
        assertThat(found("--state", "failed", "--text", "shadow")).containsExactly("found-denied");
        assertThat(found("--since", "1h")).hasSize(5);
        assertThat(found("--until", "1h")).isEmpty();
        assertThat(byPagesOfTwo())
                .containsExactly("found-memory", "found-denied", "found-crash", "found-three", "found-good");
        assertThat(stack.holdfast("ps", "-a", "--project", PROJECT).stdout().lines())
                .anyMatch(line -> line.matches("found-three +debian:bookworm-slim +sh -c exit 3 .* failed +3 .*"));
        assertTheStatisticsKnowWhatWasOdd();
        assertTheAuditKnowsWhoAskedAndHowItEnded();
    }

    @Test
    void whatWasAskedForCanBeSeenWithoutWhatLooksSecret() {
        stack.holdfast(
                "run", "--id", "asked-for", "-e", "COLOUR=red", "-e", "API_TOKEN=hunter2", "--memory", "128m", "true");

        Shell.Ended spec = stack.holdfast("inspect", "--spec", "asked-for");

        assertThat(spec.stdout()).doesNotContain("null");
        JsonNode asked = ContractJson.STRICT.readTree(spec.stdout());
        assertThat(asked.path("env").path("COLOUR").asString()).isEqualTo("red");
        assertThat(asked.path("env").path("API_TOKEN").asString()).isEqualTo("***");
        assertThat(asked.path("limits").path("memory").asString()).isEqualTo("128m");
    }

    private void assertTheStatisticsKnowWhatWasOdd() {
        JsonNode statistics = ContractJson.STRICT.readTree(
                stack.holdfast("stats", "--project", PROJECT, "-o", "json").stdout());

        assertThat(statistics.path("total").intValue()).isEqualTo(5);
        assertThat(statistics.path("medianMs").longValue()).isPositive();
        for (String kind : List.of("segfault", "oom", "permission_denied")) {
            assertThat(statistics.path("anomalies").path(kind).intValue())
                    .as(kind)
                    .isEqualTo(1);
        }
        assertThat(stack.holdfast("stats", "--project", PROJECT).stdout())
                .contains("success rate:", "anomaly oom: 1", "found-crash segfault");
    }

    private void assertTheAuditKnowsWhoAskedAndHowItEnded() {
        await().atMost(StackUnderTest.EVENTUALLY).untilAsserted(() -> {
            JsonNode entries =
                    ContractJson.STRICT.readTree(stack.holdfast("audit", "--task", "found-three", "-o", "json")
                            .stdout());
            assertThat(entries).anySatisfy(entry -> {
                assertThat(entry.path("action").asString()).isEqualTo("POST /v1/tasks");
                assertThat(entry.path("caller").asString()).isEqualTo("local");
                assertThat(entry.path("inputs").asString()).contains("exit 3");
            });
            assertThat(entries).anySatisfy(entry -> {
                assertThat(entry.path("action").asString()).isEqualTo("run command");
                assertThat(entry.path("target").asString()).isEqualTo("found-three/step-1");
                assertThat(entry.path("outcome").intValue()).isEqualTo(3);
            });
        });
        assertThat(stack.holdfast("audit", "--task", "found-three").stdout())
                .contains("run command", "found-three/step-1")
                .doesNotContain("found-crash");
    }

    private void run(String id, String... rest) {
        List<String> arguments = new ArrayList<>(List.of("run", "--id", id, "--project", PROJECT));
        arguments.addAll(List.of(rest));
        stack.holdfast(arguments.toArray(String[]::new));
    }

    private List<String> found(String... filters) {
        String[] arguments = Stream.concat(Stream.of("ps", "-a", "-q", "--project", PROJECT), Stream.of(filters))
                .toArray(String[]::new);
        return stack.holdfast(arguments).stdout().lines().toList();
    }

    private List<String> byPagesOfTwo() {
        List<String> ids = new ArrayList<>();
        String cursor = null;
        do {
            TaskPage page = stack.client().list(List.of(), List.of(Map.entry("project", PROJECT)), 2, cursor);
            page.tasks().stream().map(TaskResult::taskId).forEach(id -> ids.add(id.value()));
            cursor = page.next();
        } while (cursor != null);
        return ids;
    }
}
