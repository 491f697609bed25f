package dev.holdfast.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.api.fakes.RunningApi;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.SecretRef;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.rest.SecretValue;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SecretsApiTest {
    private static final String VALUE = "correct horse battery staple";

    @RegisterExtension
    static final RunningApi api = new RunningApi();

    @Test
    void aSecretOfAProjectIsKeptSealedAndListedWithoutItsValue() throws IOException {
        ProjectId project = new ProjectId("web");
        api.sdk().administration().setSecret(project, "TOKEN", new SecretValue(VALUE, null));

        assertThat(api.sdk().administration().secrets())
                .anySatisfy(secret ->
                        assertThat(secret.name() + " " + secret.project()).isEqualTo("TOKEN web"));
        assertThat(api.get("/v1/secrets").body()).doesNotContain(VALUE);
        assertThat(api.history.sealed.rows.values())
                .allSatisfy(row ->
                        assertThat(new String(row, StandardCharsets.ISO_8859_1)).doesNotContain(VALUE));

        api.sdk().administration().removeSecret(project, "TOKEN");
        assertThat(api.sdk().administration().secrets())
                .noneMatch(secret -> secret.project().equals(project));
    }

    @Test
    void aSecretForOneTaskIsNotPartOfWhatItsWorkflowIsTold() {
        TaskId taskId = new TaskId("secret-1");
        TaskSpec spec = TaskSpec.of().withSecrets(List.of(SecretRef.named("TOKEN")));

        api.sdk().submit(taskId, spec, Map.of("TOKEN", VALUE));

        assertThat(String.valueOf(api.engine.started.get(taskId))).doesNotContain(VALUE);
        assertThat(api.history.sealed.rows.keySet())
                .anyMatch(key ->
                        key.owner().id().startsWith("secret-1 ") && key.name().equals("TOKEN"));
    }

    @Test
    void aValueThatStandsInTheSpecIsRefusedWithoutBeingRepeated() {
        HttpResponse<String> answer = api.post("/v1/tasks", """
                {"steps": [{"command": "echo %s"}], "secrets": [{"name": "TOKEN"}], "secretValues": {"TOKEN": "%s"}}
                """.formatted(VALUE, VALUE));

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("steps[0].command", "$TOKEN").doesNotContain(VALUE);
    }

    @Test
    void aValueForNothingOrOneThatCannotBeMaskedIsRefused() {
        HttpResponse<String> unnamed = api.post(
                "/v1/tasks", "{\"steps\": [{\"command\": \"id\"}], \"secretValues\": {\"TOKEN\": \"abcdef\"}}");
        HttpResponse<String> tooShort = api.post(
                "/v1/tasks",
                "{\"steps\": [{\"command\": \"id\"}], \"secrets\": [{\"name\": \"PIN\"}], \"secretValues\": {\"PIN\": \"807\"}}");

        assertThat(unnamed.statusCode()).isEqualTo(400);
        assertThat(unnamed.body()).contains("secretValues.TOKEN").doesNotContain("abcdef");
        assertThat(tooShort.statusCode()).isEqualTo(400);
        assertThat(tooShort.body()).contains("secretValues.PIN").doesNotContain("807");
    }
}
