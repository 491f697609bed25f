package dev.holdfast.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.api.fakes.RunningApi;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.rest.Role;
import dev.holdfast.contract.rest.TokenRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Numbers for Prometheus. */
class MetricsApiTest {
    private static final Pattern LINE =
            Pattern.compile("# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\\{([a-z]+=\"[^\"]*\",?)+})? -?[0-9.]+");

    @RegisterExtension
    static final RunningApi api = new RunningApi();

    @Test
    void requestsAreCountedByOperationAndAnswerInPrometheusForm() {
        api.get("/v1/tasks");
        api.get("/v1/tasks/counted-nowhere");

        await().untilAsserted(() -> {
            HttpResponse<String> answer = api.get("/v1/metrics");
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("text/plain")
                    .contains("version=0.0.4");
            List<String> lines = answer.body().lines().toList();
            assertThat(lines).allMatch(line -> LINE.matcher(line).matches());
            assertThat(lines)
                    .contains("holdfast_api_requests_total{operation=\"GET /v1/tasks\",status=\"200\"} 1")
                    .contains("holdfast_api_requests_total{operation=\"GET /v1/tasks/{id}\",status=\"404\"} 1")
                    .contains("holdfast_history_up 1");
        });
    }

    @Test
    void whoSeesOneProjectDoesNotSeeTheNumbersOfAll() {
        String confined = api.sdk()
                .administration()
                .createToken(new TokenRequest("confined", Role.OPERATE, new ProjectId("web"), null))
                .token();

        assertThat(api.send(api.request("/v1/metrics", confined)).statusCode()).isEqualTo(403);
    }

    @Test
    void withoutTheDatabaseThereAreStillNumbers() {
        api.history.down = true;
        try {
            assertThat(api.get("/v1/metrics").body()).contains("holdfast_history_up 0");
        } finally {
            api.history.down = false;
        }
    }
}
