package dev.holdfast.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.api.fakes.RunningApi;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong with an address, or with the form of a body, is refused in words and is never a fault of ours. */
class AddressApiTest {
    @RegisterExtension
    static final RunningApi api = new RunningApi();

    @ParameterizedTest
    @CsvSource({
        "/v1/tasks?stat=failed, stat, known are project",
        "/v1/tasks/some?waits=1s, waits, 'known are wait, until'",
        "/v1/tokens?all=true, all, there are none here",
        "/v1/tasks/some?=1, query, without a name",
        "/v1/tasks/some?wait=1s&=, query, without a name",
        "/v1/tasks?=, query, without a name",
        "/v1/tasks?text=%00, text, NUL",
        "/v1/tasks/some/artifacts?cursor=a%00b, cursor, NUL",
        "/v1/tasks/some/artifacts/content?path=%00, path, NUL",
    })
    void whatNoOperationKnowsIsRefusedByName(String address, String field, String why) {
        HttpResponse<String> answer = api.get(address);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body())
                .contains("\"urn:holdfast:problem:invalid-field\"")
                .contains("\"field\":\"" + field + "\"")
                .contains(why);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"999999999d", "-1000000000-01-01T00:00:00Z", "P-99999999999D", "+1000000000-12-31T23:59:59Z"})
    void timesBeyondAllTasksAreNoFaultOfOurs(String since) {
        HttpResponse<String> answer = api.get("/v1/tasks?since=" + URLEncoder.encode(since, StandardCharsets.UTF_8));

        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 400);
    }

    @Test
    void probesMayAddWhatTheyLike() {
        assertThat(api.get("/v1/health?probe=7&=").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/tasks/some/close?wait=1s", "/v1/tasks", "/v1/retention", "/v1/tasks/some/cancel"})
    void aFormWithoutItsBoundaryIsNoFaultOfOurs(String address) {
        HttpResponse<String> answer = api.send(api.request(address)
                .header("Content-Type", "multipart/form-data")
                .POST(BodyPublishers.ofString("--x")));

        assertThat(answer.statusCode()).as(answer.body()).isBetween(400, 415);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    }

    @Test
    void aFormWhereNoneIsReadIsNoFaultOfOursEither() {
        HttpResponse<String> answer =
                api.send(api.request("/v1/tasks?limit=1").header("Content-Type", "multipart/form-data"));

        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 400);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"steps\":[{\"command\":\"cat\",\"stdin\":\"a\\u0000b\"}]} | steps[0].stdin",
                "{\"steps\":[{\"command\":[\"printf\",\"\\u0000\"]}]} | steps[0].command[1]",
                "{\"steps\":[],\"labels\":{\"a\":\"\\u0000\"}} | labels.a",
            })
    void whatCannotBeStoredIsRefusedInBodies(String body, String field) {
        HttpResponse<String> answer = api.post("/v1/tasks", body);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains("\"field\":\"" + field + "\"").contains("NUL");
    }
}
