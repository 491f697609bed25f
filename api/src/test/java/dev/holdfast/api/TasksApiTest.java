package dev.holdfast.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.api.fakes.FakeWorker;
import dev.holdfast.api.fakes.RunningApi;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskState;
import dev.holdfast.contract.rest.TaskPage;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TasksApiTest {
    private static final String SPEC = "{\"steps\":[{\"command\":[\"true\"]}]}";

    @RegisterExtension
    static final RunningApi api = new RunningApi();

    @AfterEach
    void everythingAnswersAgain() {
        api.engine.down = false;
        api.history.down = false;
    }

    @Test
    void aSubmittedTaskIsStartedAndFoundAtItsLocation() {
        HttpResponse<String> answer = api.post("/v1/tasks", SPEC);

        assertThat(answer.statusCode()).isEqualTo(201);
        TaskResult task = task(answer);
        assertThat(task.state()).isEqualTo(TaskState.QUEUED);
        assertThat(api.engine.started).containsKey(task.taskId());
        String location = answer.headers().firstValue("Location").orElseThrow();
        assertThat(task(api.get(location)).taskId()).isEqualTo(task.taskId());
    }

    @Test
    void theSameKeyIsTheSameTask() {
        HttpResponse<String> first = api.send(submission(SPEC).header("Idempotency-Key", "k1"));
        HttpResponse<String> second = api.send(submission(SPEC).header("Idempotency-Key", "k1"));

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(second.statusCode()).isEqualTo(200);
        assertThat(task(second).taskId()).isEqualTo(task(first).taskId());
    }

    @Test
    void theSameIdSubmittedManyTimesAtOnceIsOneTask() {
        String json = "{\"taskId\":\"all-at-once\",\"steps\":[{\"command\":[\"true\"]}]}";
        List<CompletableFuture<Integer>> calls = IntStream.range(0, 50)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> api.post("/v1/tasks", json).statusCode()))
                .toList();

        List<Integer> answers =
                calls.stream().map(CompletableFuture::join).sorted().toList();

        assertThat(Collections.frequency(answers, 201)).isOne();
        assertThat(Collections.frequency(answers, 200)).isEqualTo(49);
    }

    @Test
    void anIdThatIsTakenByAnotherSpecIsAConflict() {
        api.post("/v1/tasks", "{\"taskId\":\"mine\",\"steps\":[{\"command\":[\"true\"]}]}");

        HttpResponse<String> answer =
                api.post("/v1/tasks", "{\"taskId\":\"mine\",\"steps\":[{\"command\":[\"false\"]}]}");

        assertProblem(answer, 409, "task-conflict", "mine");
    }

    @Test
    void aTaskThatTheEngineForgotIsStillTakenInTheHistory() {
        String json = "{\"taskId\":\"long-ago\",\"steps\":[{\"command\":[\"true\"]}]}";
        TaskId id = task(api.post("/v1/tasks", json)).taskId();
        api.worker(id).enters(TaskState.QUEUED).exits(0);
        api.engine.started.remove(id);

        HttpResponse<String> again = api.post("/v1/tasks", json);

        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(task(again).state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(api.engine.started).doesNotContainKey(id);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'privileged':true}|privileged",
                "{'steps':[{'command':['x'],'binds':['/:/host']}]}|steps[0].binds",
                "{'limits':{'devices':['/dev/kvm']}}|limits.devices",
                "{'image':'--privileged'}|image",
                "{'image':'a b'}|image",
                "{'image':'../x'}|image",
                "{'project':'; $(touch /pwn)'}|project",
                "{'labels':{'a;b':'x'}}|labels",
                "{'env':{'A=B':'x'}}|env",
                "{'env':{'A':null}}|env.A",
                "{'steps':[{'command':['x']},{'command':['x'],'name':'a/b'}]}|steps[1].name",
                "{'steps':[{'command':[]}]}|steps[0].command",
                "{'steps':[null]}|steps[0]",
                "{'steps':{}}|steps",
                "{'limits':{'memory':'lots'}}|limits.memory",
                "{'limits':{'cpus':'many'}}|limits.cpus",
                "{'timeout':'soon'}|timeout",
                "{'executor':'chroot'}|executor",
                "{'files':[{'path':'../x','text':''}]}|files[0].path",
                "{'taskId':7}|taskId",
                "{'taskId':'a b'}|taskId",
                "[]|body",
            })
    void whatCannotBeAcceptedIsNamed(String json, String field) {
        int before = api.engine.started.size();

        HttpResponse<String> answer = api.post("/v1/tasks", json.replace('\'', '"'));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(ContractJson.LENIENT.readTree(answer.body()).path("field").asString())
                .isEqualTo(field);
        assertThat(answer.body()).doesNotContain("\\tat ", "dev.holdfast", "tools.jackson");
        assertThat(api.engine.started).hasSize(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{} {}", "{\"image\":\"a\",\"image\":\"b\"}", "\u0000"})
    void whatIsNotJsonIsRefused(String body) {
        HttpResponse<String> answer = api.post("/v1/tasks", body);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains("urn:holdfast:problem:");
    }

    @Test
    void aHundredThousandArgumentsAreRefused() {
        String arguments = IntStream.range(0, 100_000).mapToObj(i -> "\"a\"").collect(Collectors.joining(","));

        HttpResponse<String> answer = api.post("/v1/tasks", "{\"steps\":[{\"command\":[" + arguments + "]}]}");

        assertProblem(answer, 400, "invalid-field", "command");
    }

    @Test
    void aSpecThatWouldNotFitIntoAPayloadIsRefusedAndTheFieldIsNamed() {
        String text = "x".repeat(60_000);

        HttpResponse<String> answer = api.post(
                "/v1/tasks",
                "{\"steps\":[{\"command\":\"true\"},{\"command\":\"true\",\"stdin\":\"" + text
                        + "\"}],\"files\":[{\"path\":\"a\",\"text\":\"" + text + "x".repeat(2000) + "\"}]}");

        assertProblem(answer, 413, "too-large", "files[0].text", "98304", "upload");
    }

    @Test
    void theHistoryOfATaskCanBeReadForAReplay() {
        String id = "with-history";
        api.post("/v1/tasks", "{\"taskId\":\"" + id + "\",\"steps\":[{\"command\":\"true\"}]}");

        assertThat(api.get("/v1/tasks/" + id + "/history").body()).contains("events");
        assertProblem(api.get("/v1/tasks/no-such/history"), 404, "unknown-task", "no-such");
    }

    @Test
    void aHundredMegabytesAreRefusedWithAnAnswer() {
        byte[] large = new byte[100 << 20];

        HttpResponse<String> answer = api.send(api.request("/v1/tasks")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(large)));

        assertProblem(answer, 413, "too-large", "1048576");
    }

    @Test
    void withoutATokenNothingIsAnsweredButHealth() {
        HttpRequest.Builder bare = HttpRequest.newBuilder(api.address("/v1/tasks"));

        assertProblem(api.send(bare), 401, "unauthorized", "token");
        assertProblem(api.send(bare.setHeader("Authorization", "Bearer wrong")), 401, "unauthorized", "token");
        assertThat(api.send(HttpRequest.newBuilder(api.address("/v1/health"))).statusCode())
                .isEqualTo(200);
        assertProblem(
                api.send(HttpRequest.newBuilder(api.address("/v1/health/../tasks"))), 401, "unauthorized", "token");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/tasks/none",
                "/v1/tasks/none/logs",
                "/v1/tasks/none/logs/raw",
                "/v1/tasks/none/logs/raw?follow=true",
                "/v1/tasks/none/events",
                "/v1/tasks/none/artifacts",
                "/v1/tasks/%20"
            })
    void aTaskThatIsNotThereIsNotFound(String path) {
        assertThat(api.get(path).statusCode()).isEqualTo(404);
    }

    @Test
    void aTaskThatDidNotChangeIsNotSentAgain() {
        String path = "/v1/tasks/tagged";
        api.post("/v1/tasks", "{\"taskId\":\"tagged\",\"steps\":[{\"command\":\"true\"}]}");
        FakeWorker worker = api.worker(new TaskId("tagged")).enters(TaskState.RUNNING);
        String tag = api.get(path).headers().firstValue("ETag").orElseThrow();

        HttpResponse<String> same = api.send(api.request(path).header("If-None-Match", tag));
        worker.exits(0);
        HttpResponse<String> changed = api.send(api.request(path).header("If-None-Match", tag));

        assertThat(same.statusCode()).isEqualTo(304);
        assertThat(same.body()).isEmpty();
        assertThat(changed.statusCode()).isEqualTo(200);
        assertThat(changed.body()).contains("\"succeeded\"");
        assertThat(changed.headers().firstValue("ETag")).isPresent().isNotEqualTo(Optional.of(tag));
    }

    @Test
    void waitingEndsAsSoonAsTheTaskDoes() {
        TaskId id = task(api.post("/v1/tasks", SPEC)).taskId();
        CompletableFuture<HttpResponse<String>> waiting =
                CompletableFuture.supplyAsync(() -> api.get("/v1/tasks/" + id + "?wait=30s"));
        Awaitility.await().until(() -> api.history.followers(id) > 0);

        Instant ended = Instant.now();
        api.worker(id).enters(TaskState.QUEUED).writes("hi\n").exits(3);

        TaskResult task = task(waiting.join());
        assertThat(Duration.between(ended, Instant.now())).isLessThan(Duration.ofSeconds(2));
        assertThat(task.exitCode()).isEqualTo(3);
        assertThat(task.steps().get(0).stdout()).isEqualTo("hi\n");
        assertThat(api.history.followers(id)).isZero();
    }

    @Test
    void waitingForATaskThatGoesOnEndsWithTheTaskAsItIs() {
        TaskId id = task(api.post("/v1/tasks", SPEC)).taskId();

        assertThat(task(api.get("/v1/tasks/" + id + "?wait=50ms")).state()).isEqualTo(TaskState.QUEUED);
    }

    @Test
    void aWorkflowThatWasTerminatedIsReportedAsLostThoughItsRowStillSaysRunning() {
        TaskId id = task(api.post("/v1/tasks", SPEC)).taskId();
        api.worker(id).enters(TaskState.QUEUED).enters(TaskState.RUNNING);
        api.engine.terminated(id);

        TaskResult task = task(api.get("/v1/tasks/" + id + "?wait=10s"));

        assertThat(task.state()).isEqualTo(TaskState.LOST);
        assertThat(task.reason()).contains("terminated");
    }

    @Test
    void longOutputIsFilledInFromTheLog() {
        TaskId id = task(api.post("/v1/tasks", SPEC)).taskId();
        String line = "0123456789abcdef".repeat(1000) + "\n";
        api.worker(id).enters(TaskState.QUEUED).writes(line).writes(line).exits(0);

        var step = task(api.get("/v1/tasks/" + id)).steps().get(0);

        assertThat(step.stdout()).isEqualTo(line + line);
        assertThat(step.truncated()).isFalse();
    }

    @Test
    void aTaskIsCancelledOnceAndAnEndedOneStaysAsItIs() {
        TaskId id = task(api.post("/v1/tasks", SPEC)).taskId();

        assertThat(api.post("/v1/tasks/" + id + "/cancel", "{\"reason\":\"enough\"}")
                        .statusCode())
                .isEqualTo(202);
        assertThat(api.engine.cancelled).containsEntry(id, "enough");

        api.worker(id).enters(TaskState.QUEUED).exits(0);
        HttpResponse<String> after =
                api.send(api.request("/v1/tasks/" + id + "/cancel").POST(BodyPublishers.noBody()));
        assertThat(after.statusCode()).isEqualTo(200);
        assertThat(task(after).state()).isEqualTo(TaskState.SUCCEEDED);
    }

    @Test
    void tasksAreListedByPagesAndByState() {
        Set<TaskId> ids = IntStream.range(0, 5)
                .mapToObj(i -> task(api.post(
                                "/v1/tasks", "{\"project\":\"paged\",\"steps\":[{\"command\":[\"" + i + "\"]}]}"))
                        .taskId())
                .peek(id -> api.worker(id).enters(TaskState.QUEUED))
                .collect(Collectors.toSet());
        TaskId ended = ids.iterator().next();
        api.worker(ended).enters(TaskState.QUEUED).enters(TaskState.RUNNING).exits(0);

        TaskPage first = page("/v1/tasks?project=paged&limit=3");
        TaskPage second = page("/v1/tasks?project=paged&limit=3&cursor=" + Objects.requireNonNull(first.next()));

        assertThat(first.tasks()).hasSize(3);
        assertThat(second.tasks()).hasSize(2);
        assertThat(second.next()).isNull();
        assertThat(List.of(first, second))
                .flatMap(TaskPage::tasks)
                .extracting(TaskResult::taskId)
                .containsExactlyInAnyOrderElementsOf(ids);
        assertThat(page("/v1/tasks?project=paged&state=queued,running").tasks()).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/tasks?limit=x",
                "/v1/tasks?limit=0",
                "/v1/tasks?limit=99999999999",
                "/v1/tasks?state=odd",
                "/v1/tasks?project=A",
                "/v1/tasks/x?wait=long",
                "/v1/tasks?cursor=%2F"
            })
    void wrongParametersAreNamed(String path) {
        HttpResponse<String> answer = api.get(path);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains("\"field\":\"" + path.replaceAll(".*\\?|=.*", "") + "\"");
    }

    @Test
    void withoutTheEngineNothingIsAcceptedAndTheCallerKnowsWhenToComeBack() {
        api.engine.down = true;

        HttpResponse<String> answer = api.post("/v1/tasks", SPEC);

        assertProblem(answer, 503, "engine-unavailable", "again");
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        assertThat(api.get("/v1/health").body()).contains("degraded", "temporal");
        assertThat(api.get("/v1/health/ready").statusCode()).isEqualTo(503);
    }

    @Test
    void withoutTheHistoryTasksAreStillAccepted() {
        api.history.down = true;

        HttpResponse<String> answer = api.send(submission(SPEC).header("Idempotency-Key", "no-history"));

        assertThat(answer.statusCode()).isEqualTo(201);
        assertProblem(api.get("/v1/tasks"), 503, "history-unavailable", "again");
    }

    @Test
    void theWrongMethodTypeOrAddressIsAProblemToo() {
        assertProblem(api.send(api.request("/v1/tasks").DELETE()), 405, "method-not-allowed", "DELETE");
        assertProblem(
                api.send(api.request("/v1/tasks")
                        .header("Content-Type", "text/plain")
                        .POST(BodyPublishers.ofString(SPEC))),
                415,
                "unsupported-media-type",
                "text/plain");
        assertProblem(api.get("/v2/tasks"), 404, "not-found", "");
    }

    private static HttpRequest.Builder submission(String json) {
        return api.request("/v1/tasks")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json));
    }

    private static TaskResult task(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
        return ContractJson.LENIENT.readValue(answer.body(), TaskResult.class);
    }

    private static TaskPage page(String path) {
        return ContractJson.LENIENT.readValue(api.get(path).body(), TaskPage.class);
    }

    private static void assertProblem(HttpResponse<String> answer, int status, String type, String... said) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValueSatisfying(contentType -> assertThat(contentType).startsWith("application/problem+json"));
        assertThat(answer.body()).contains("urn:holdfast:problem:" + type).contains(said);
    }
}
