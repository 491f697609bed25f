package dev.holdfast.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.activities.history.AuditTrail;
import dev.holdfast.api.fakes.RunningApi;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskState;
import dev.holdfast.contract.rest.NewToken;
import dev.holdfast.contract.rest.StoredFile;
import dev.holdfast.contract.rest.TaskPage;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccessApiTest {
    @RegisterExtension
    static final RunningApi api = new RunningApi("--holdfast.api.burst=40", "--holdfast.api.requests-per-second=20");

    @Test
    void aTokenIsShownOnceAndKeptAsAHash() {
        NewToken made = token("ci", "submit", null);

        String listed = api.get("/v1/tokens").body();

        assertThat(made.token()).startsWith("hf_").hasSizeGreaterThan(40);
        assertThat(listed).contains(made.about().id()).doesNotContain(made.token());
    }

    @Test
    void aReaderCannotSubmitAndASubmitterCannotMakeTokens() {
        String reader = token("reader", "read", null).token();
        String submitter = token("submitter", "submit", null).token();

        assertThat(get(reader, "/v1/tasks").statusCode()).isEqualTo(200);
        assertThat(submit(reader, "{}").statusCode()).isEqualTo(403);
        assertThat(submit(submitter, steps("")).statusCode()).isEqualTo(201);
        assertThat(get(submitter, "/v1/tokens").statusCode()).isEqualTo(403);
        assertThat(get(submitter, "/v1/tokens").body()).contains("urn:holdfast:problem:forbidden", "operate");
    }

    @Test
    void aRevokedTokenIsRefused() {
        NewToken made = token("short-lived", "read", null);
        assertThat(get(made.token(), "/v1/tasks").statusCode()).isEqualTo(200);

        HttpResponse<String> revoked =
                api.send(api.request("/v1/tokens/" + made.about().id()).DELETE());

        assertThat(revoked.statusCode()).isEqualTo(204);
        assertThat(get(made.token(), "/v1/tasks").statusCode()).isEqualTo(401);
        assertThat(api.send(api.request("/v1/tokens/none").DELETE()).statusCode())
                .isEqualTo(404);
    }

    @Test
    void anExpiredTokenIsRefused() {
        HttpResponse<String> answer =
                api.post("/v1/tokens", "{\"name\":\"brief\",\"role\":\"read\",\"expiresIn\":\"PT0.2S\"}");
        String brief =
                ContractJson.LENIENT.readValue(answer.body(), NewToken.class).token();

        Awaitility.await().until(() -> get(brief, "/v1/tasks").statusCode() == 401);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/logs",
                "/logs/raw",
                "/logs/raw?follow=true",
                "/events",
                "/artifacts",
                "/artifacts/content?path=a"
            })
    void whatBelongsToAnotherProjectIsNotThere(String path) {
        String web = token("web", "submit", "web").token();
        String other = token("other", "submit", "other").token();
        TaskId id = task(submit(web, steps("")));
        api.worker(id).enters(TaskState.QUEUED).exits(0);

        assertThat(get(other, "/v1/tasks/" + id + path).statusCode()).isEqualTo(404);
        assertThat(api.send(api.request("/v1/tasks/" + id + "/cancel", other).POST(BodyPublishers.noBody()))
                        .statusCode())
                .isEqualTo(404);
        assertThat(get(other, "/v1/tasks").body()).doesNotContain(id.value());
        assertThat(get(other, "/v1/tasks?project=web").body()).doesNotContain(id.value());
        if (!path.contains("content")) {
            assertThat(get(web, "/v1/tasks/" + id + path).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aConfinedTokenWorksInItsOwnProjectWithoutNamingIt() {
        String web = token("web", "submit", "web").token();

        TaskId id = task(submit(web, steps("")));
        api.worker(id).enters(TaskState.QUEUED);

        TaskPage listed = ContractJson.LENIENT.readValue(get(web, "/v1/tasks").body(), TaskPage.class);
        assertThat(listed.tasks()).extracting(task -> task.project().value()).containsOnly("web");
        HttpResponse<String> elsewhere = submit(web, steps("\"project\":\"other\","));
        assertThat(elsewhere.statusCode()).isEqualTo(403);
        assertThat(elsewhere.body()).contains("other");
    }

    @Test
    void knowingTheHashOfAnotherProjectsFileDoesNotGiveItAway() {
        String web = token("web", "submit", "web").token();
        String other = token("other", "submit", "other").token();
        HttpResponse<String> uploaded = api.send(api.request("/v1/files", web)
                .header("Content-Type", "application/octet-stream")
                .POST(BodyPublishers.ofString("secret of web")));
        String sha256 = ContractJson.LENIENT
                .readValue(uploaded.body(), StoredFile.class)
                .sha256();
        String spec = steps("\"files\":[{\"path\":\"a\",\"sha256\":\"" + sha256 + "\"}],");

        assertThat(submit(web, spec).statusCode()).isEqualTo(201);
        assertThat(submit(other, spec).statusCode()).isEqualTo(422);
    }

    @Test
    void aConfinedOperatorCannotMakeTokens() {
        String confined = token("confined", "operate", "web").token();

        assertThat(api.send(api.request("/v1/tokens", confined)
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString("{\"name\":\"x\",\"role\":\"operate\"}")))
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void whatIsChangedOrTriedIsAudited() {
        String reader = token("audited", "read", null).token();
        submit(reader, steps(""));
        TaskId id = task(api.post("/v1/tasks", steps("")));

        Awaitility.await()
                .untilAsserted(() -> assertThat(api.history.access.audit)
                        .anySatisfy(entry -> {
                            assertThat(entry.caller()).startsWith("audited (");
                            assertThat(entry.action()).isEqualTo("POST /v1/tasks");
                            assertThat(entry.outcome()).isEqualTo(403);
                        })
                        .anySatisfy(entry -> assertThat(entry)
                                .extracting(AuditTrail.Entry::caller, AuditTrail.Entry::target)
                                .containsExactly("local", id.value())));
        assertThat(api.get("/v1/audit?target=" + id + "&by=local").body())
                .contains("\"POST /v1/tasks\"")
                .doesNotContain("audited (");
        assertThat(api.get("/v1/audit?cursor=x").body()).contains("cursor: is not 'next' of a page");
    }

    @Test
    void looksAreAuditedTooAndThoseAtOneThingTogether() {
        String reader = token("looker", "read", null).token();
        TaskId id = task(api.post("/v1/tasks", steps("")));
        get(reader, "/v1/tasks/" + id + "/artifacts/content?path=out/secret.txt");
        get(reader, "/v1/tasks/" + id + "/logs?cursor=0");
        get(reader, "/v1/tasks/" + id + "/logs?cursor=7");
        get(reader, "/v1/secrets");

        Awaitility.await().untilAsserted(() -> {
            List<AuditTrail.Entry> looks = api.history.access.audit.stream()
                    .filter(entry -> entry.caller().startsWith("looker ("))
                    .toList();
            assertThat(looks)
                    .extracting(AuditTrail.Entry::action)
                    .contains("GET /v1/secrets", "GET /v1/tasks/{id}/logs");
            assertThat(looks).anySatisfy(entry -> {
                assertThat(entry.action()).isEqualTo("GET /v1/tasks/{id}/artifacts/content");
                assertThat(entry.target()).isEqualTo(id.value());
                assertThat(entry.outcome()).isEqualTo(404);
                assertThat(entry.inputs()).contains("out/secret.txt");
            });
        });
    }

    @Test
    void whoIsNotLetInIsAudited() {
        get("nobody's", "/v1/tasks");

        Awaitility.await()
                .untilAsserted(() -> assertThat(api.history.access.audit).anySatisfy(entry -> {
                    assertThat(entry.caller()).isEqualTo("(stranger)");
                    assertThat(entry.action()).isEqualTo("refused");
                    assertThat(entry.target()).isEqualTo("127.0.0.1");
                    assertThat(entry.outcome()).isEqualTo(401);
                }));
    }

    @Test
    void aFloodIsToldWhenToComeBackAndOthersAreNotHeldUp() {
        String flooding = token("flood", "read", null).token();
        String calm = token("calm", "read", null).token();

        List<HttpResponse<String>> answers = IntStream.range(0, 120)
                .parallel()
                .mapToObj(i -> get(flooding, "/v1/tasks"))
                .toList();

        assertThat(answers)
                .extracting(HttpResponse::statusCode)
                .contains(200, 429)
                .doesNotContain(500, 503);
        assertThat(answers.stream().filter(answer -> answer.statusCode() == 429))
                .allSatisfy(answer -> {
                    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
                    assertThat(answer.body()).contains("urn:holdfast:problem:too-many-requests");
                });
        assertThat(get(calm, "/v1/tasks").statusCode()).isEqualTo(200);
    }

    private static NewToken token(String name, String role, @Nullable String project) {
        HttpResponse<String> answer = api.post(
                "/v1/tokens",
                "{\"name\":\"" + name + "\",\"role\":\"" + role + "\""
                        + (project == null ? "" : ",\"project\":\"" + project + "\"") + "}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return ContractJson.LENIENT.readValue(answer.body(), NewToken.class);
    }

    private static HttpResponse<String> get(String token, String path) {
        return api.send(api.request(path, token));
    }

    private static HttpResponse<String> submit(String token, String json) {
        return api.send(api.request("/v1/tasks", token)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json)));
    }

    private static TaskId task(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return ContractJson.LENIENT.readValue(answer.body(), TaskResult.class).taskId();
    }

    private static String steps(String more) {
        return "{" + more + "\"steps\":[{\"command\":[\"true\"]}]}";
    }
}
