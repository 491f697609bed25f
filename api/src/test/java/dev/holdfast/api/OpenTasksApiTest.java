package dev.holdfast.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.api.fakes.RunningApi;
import dev.holdfast.client.HoldfastException;
import dev.holdfast.client.OpenTask;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.OpenSpec;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskSpec;
import java.net.http.HttpResponse;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OpenTasksApiTest {
    @RegisterExtension
    static final RunningApi api = new RunningApi();

    @Test
    void theSdkOpensATaskAndRunsStepsInIt() {
        OpenTask task = api.sdk().open(new TaskId("sdk"), TaskSpec.of());

        StepResult step = task.run("npm", "test");

        assertThat(step.command()).containsExactly("npm", "test");
        assertThat(step.name()).startsWith("step-");
        assertThat(task.put(InputFile.text("a.txt", "hi")).files()).isEqualTo(1);
        assertThat(Objects.requireNonNull(api.engine.started.get(new TaskId("sdk")))
                        .spec()
                        .open())
                .isEqualTo(OpenSpec.STANDARD);
    }

    @Test
    void aStepThatHasNotEndedIsAnsweredWithItsName() {
        api.sdk().open(new TaskId("slow"), TaskSpec.of());

        HttpResponse<String> answer =
                api.post("/v1/tasks/slow/steps?wait=10ms", "{\"name\":\"long\",\"command\":[\"sleep\"]}");

        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(answer.body()).isEqualTo("{\"name\":\"long\"}");
    }

    @Test
    void aStepThatTheTaskHasNotTakenIsNotSaidToBeTaken() {
        api.sdk().open(new TaskId("busy"), TaskSpec.of());

        HttpResponse<String> answer = api.post("/v1/tasks/busy/steps", "{\"command\":\"wait in line\"}");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        assertThat(answer.body()).contains("urn:holdfast:problem:task-busy", "has not taken this yet");
    }

    @Test
    void whatATaskDoesNotTakeIsAConflictInItsWords() {
        api.sdk().submit(new TaskId("closed"), TaskSpec.of());

        HttpResponse<String> answer = api.post("/v1/tasks/closed/steps", "{\"command\":[\"true\"]}");

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).contains("urn:holdfast:problem:refused", "the task is not open");
        assertThatThrownBy(() -> api.sdk().openTask(new TaskId("closed")).run("true"))
                .isInstanceOf(HoldfastException.Conflict.class);
    }

    @Test
    void stepsAndFilesThatWouldNotFitBesideTheTasksSpecAreTooLarge() {
        api.sdk().open(new TaskId("large"), TaskSpec.of());
        String text = "x".repeat(60_000);
        String files =
                "{\"files\":[{\"path\":\"a\",\"text\":\"" + text + "\"},{\"path\":\"b\",\"text\":\"" + text + "\"}]}";

        HttpResponse<String> step = api.post("/v1/tasks/large/steps", "{\"command\":\"true " + text + text + "\"}");
        HttpResponse<String> escaped = api.post(
                "/v1/tasks/large/steps", "{\"command\":\"cat\",\"stdin\":\"" + "\\u001b".repeat(20_000) + "\"}");
        HttpResponse<String> brought = api.post("/v1/tasks/large/files", files);

        assertTooLarge(step, "command: a step has at most 98304 bytes");
        assertTooLarge(escaped, "stdin: a step has at most 98304 bytes");
        assertTooLarge(brought, "files: what is brought in at once has at most 98304 bytes");
        assertThatThrownBy(() -> api.sdk().openTask(new TaskId("large")).run("true", text, text))
                .isInstanceOf(HoldfastException.class)
                .hasMessageContaining("98304");
        assertThat(api.sdk().openTask(new TaskId("large")).run("true", text).exitCode())
                .isZero();
    }

    private static void assertTooLarge(HttpResponse<String> answer, String words) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(413);
        assertThat(answer.body()).contains("urn:holdfast:problem:too-large", words, "upload");
    }

    @Test
    void whatIsWrongIsNamed() {
        assertThat(api.post("/v1/tasks/none/steps", "{\"command\":[\"true\"]}").statusCode())
                .isEqualTo(404);
        assertThat(api.post("/v1/tasks/slow/steps", "").body()).contains("body: is missing");
        assertThat(api.post("/v1/tasks/slow/steps", "{\"comand\":\"x\"}").body())
                .contains("steps.command: is missing");
        assertThat(api.post("/v1/tasks/slow/files", "{\"files\":[]}").body()).contains("files: is missing");
        assertThat(api.post("/v1/tasks", "{\"open\":{\"idle\":\"PT0S\"}}").body())
                .contains("open.idle");
        assertThat(api.post("/v1/tasks", "{\"priority\":9}").body()).contains("priority: 9 is not between 1 and 5");
    }
}
