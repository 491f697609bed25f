package dev.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.contract.Command;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskState;
import dev.holdfast.contract.rest.RerunRequest;
import dev.holdfast.contract.rest.Role;
import dev.holdfast.contract.rest.StateChange;
import dev.holdfast.contract.rest.TokenRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is lost on the way is sent again, and happens once. */
class LostAnswersTest {
    private static final String TASK =
            "{\"taskId\":\"t1\",\"project\":\"default\",\"state\":\"queued\",\"reason\":\"\",\"steps\":[]}";

    private final ScriptedApi api = new ScriptedApi();

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void aTaskIsSubmittedAgainUnderTheSameId() {
        api.losesTheAnswer().losesTheAnswer().answers(200, TASK);

        api.sdk().submit(TaskSpec.of(StepSpec.of(Command.of("true"))));

        assertThat(api.requests).hasSize(3).allMatch(request -> request.call().equals("POST /v1/tasks"));
        assertThat(idsOfRequests()).hasSize(1).doesNotContain("");
    }

    @Test
    void aRerunIsAskedForAgainUnderTheSameId() {
        api.losesTheAnswer().answers(200, TASK);

        api.sdk().task(new TaskId("origin")).rerun(new RerunRequest(null, 2, null));

        assertThat(api.requests).hasSize(2);
        assertThat(idsOfRequests()).hasSize(1).doesNotContain("");
    }

    @Test
    void aStepIsAskedForAgainUnderTheSameName() {
        api.losesTheAnswer().answers(200, """
                {"name":"s","result":{"name":"s","command":["true"],"outcome":"exited","exitCode":0,"stdout":"","stderr":""}}
                """);

        StepResult step = api.sdk().openTask(new TaskId("open")).run("true");

        assertThat(step.exitCode()).isZero();
        assertThat(api.requests.stream()
                        .map(request -> ContractJson.LENIENT
                                .readTree(request.body())
                                .path("name")
                                .asString())
                        .distinct())
                .singleElement()
                .asString()
                .startsWith("step-");
    }

    @Test
    void aTokenIsAskedForOnceBecauseEachAnswerIsAnotherOne() {
        api.losesTheAnswer().answers(201, "{}");

        assertThatThrownBy(
                        () -> api.sdk().administration().createToken(new TokenRequest("ci", Role.SUBMIT, null, null)))
                .isInstanceOf(HoldfastException.Unreachable.class);
        assertThat(api.requests).hasSize(1);
    }

    @Test
    void whoIsTooFastOrTooEarlyComesBackWhenToldTo() {
        api.refuses(429, "{}").refuses(503, "{}").answers(200, TASK);

        assertThat(api.sdk().task(new TaskId("t1")).result().state()).isEqualTo(TaskState.QUEUED);
        assertThat(api.requests).hasSize(3);
    }

    @Test
    void whatDoesNotPassIsGivenUp() {
        for (int i = 0; i < 5; i++) {
            api.refuses(503, "{\"detail\":\"the engine does not answer\"}");
        }

        assertThatThrownBy(() -> api.sdk().task(new TaskId("t1")).result())
                .isInstanceOfSatisfying(
                        HoldfastException.Failed.class,
                        failed -> assertThat(failed.status()).isEqualTo(503))
                .hasMessage("the engine does not answer");
        assertThat(api.requests).hasSize(5);
    }

    @Test
    void aStreamThatBreaksIsTakenUpBehindItsLastEventAndEndsWithItsEndOnly() {
        api.streams(state("0-1", "running") + log("5-1", "one\n") + "event: log\nid: 9-1\ndata: {\"entr");
        api.losesTheAnswer();
        api.streams(log("9-1", "two\n") + "event: end\nid: 9-2\ndata: " + TASK.replace("queued", "succeeded") + "\n\n");
        List<String> heard = new ArrayList<>();

        TaskResult end = api.sdk().task(new TaskId("t1")).follow(new TaskListener() {
            @Override
            public void onState(StateChange change) {
                heard.add(change.state().json());
            }

            @Override
            public void onStdout(byte[] bytes) {
                heard.add(new String(bytes, StandardCharsets.UTF_8));
            }
        });

        assertThat(end.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(heard).containsExactly("running", "one\n", "two\n");
        assertThat(api.requests).extracting(ScriptedApi.Request::lastEventId).containsExactly("", "5-1", "5-1");
    }

    private static String state(String id, String state) {
        return "event: state\nid: " + id + "\ndata: {\"taskId\":\"t1\",\"state\":\"" + state
                + "\",\"reason\":\"\",\"warnings\":[]}\n\n";
    }

    private static String log(String id, String text) {
        return "event: log\nid: " + id + "\ndata: {\"entries\":[{\"step\":\"s\",\"stream\":\"stdout\",\"offset\":0,"
                + "\"text\":" + ContractJson.LENIENT.writeValueAsString(text) + "}],\"cursor\":1}\n\n";
    }

    private List<String> idsOfRequests() {
        return api.requests.stream()
                .map(request -> ContractJson.LENIENT
                        .readTree(request.body())
                        .path("taskId")
                        .asString())
                .distinct()
                .toList();
    }
}
