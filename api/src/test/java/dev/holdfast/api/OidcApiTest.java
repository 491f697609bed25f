package dev.holdfast.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.api.fakes.RunningApi;
import dev.holdfast.api.fakes.SmallIssuer;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tokens that an issuer signed, beside the API's own. */
class OidcApiTest {
    private static final SmallIssuer issuer = new SmallIssuer();

    @RegisterExtension
    static final RunningApi api =
            new RunningApi("--holdfast.oidc.issuer=" + issuer.address(), "--holdfast.oidc.audience=sandboxes");

    @AfterAll
    static void stop() {
        issuer.close();
    }

    @Test
    void roleAndProjectComeFromTheToken() {
        String token = issuer.token("sandboxes", Map.of("holdfast_role", "submit", "holdfast_project", "green"));

        HttpResponse<String> submitted = submit(token, "oidc-task");

        assertThat(submitted.statusCode()).as(submitted.body()).isEqualTo(201);
        assertThat(api.engine
                        .request(new TaskId("oidc-task"))
                        .orElseThrow()
                        .spec()
                        .project())
                .isEqualTo(new ProjectId("green"));
        assertThat(api.engine.request(new TaskId("oidc-task")).orElseThrow().requestedBy())
                .isEqualTo("oidc somebody");
    }

    @Test
    void theStrongestOfManyWordsIsTheRole() {
        String reader = issuer.token(
                "sandboxes", Map.of("holdfast_role", List.of("staff", "read"), "holdfast_project", "green"));
        String operator = issuer.token("sandboxes", Map.of("holdfast_role", List.of("read", "operate")));

        assertThat(submit(reader, "oidc-not").statusCode()).isEqualTo(403);
        assertThat(api.send(api.request("/v1/tokens", operator)).statusCode()).isEqualTo(200);
    }

    @Test
    void anotherTenantsTaskIsNotThere() {
        String green = issuer.token("sandboxes", Map.of("holdfast_role", "submit", "holdfast_project", "green"));
        String blue = issuer.token("sandboxes", Map.of("holdfast_role", "submit", "holdfast_project", "blue"));
        submit(green, "oidc-green");

        assertThat(api.send(api.request("/v1/tasks/oidc-green", green)).statusCode())
                .isEqualTo(200);
        assertThat(api.send(api.request("/v1/tasks/oidc-green", blue)).statusCode())
                .isEqualTo(404);
    }

    @Test
    void whatIsNotValidIsNotLetIn() {
        Map<String, Object> claims = Map.of("holdfast_role", "operate");

        for (String token : List.of(
                issuer.expired("sandboxes", claims),
                issuer.forged("sandboxes", claims),
                issuer.token("others", claims),
                "a.b.c")) {
            assertThat(api.send(api.request("/v1/tasks", token)).statusCode())
                    .as(token)
                    .isEqualTo(401);
        }
    }

    @Test
    void aClaimThatWasForgottenOpensNothing() {
        HttpResponse<String> roleless = api.send(api.request("/v1/tasks", issuer.token("sandboxes", Map.of())));
        HttpResponse<String> homeless =
                api.send(api.request("/v1/tasks", issuer.token("sandboxes", Map.of("holdfast_role", "read"))));

        assertThat(roleless.statusCode()).isEqualTo(403);
        assertThat(roleless.body()).contains("holdfast_role");
        assertThat(homeless.statusCode()).isEqualTo(403);
        assertThat(homeless.body()).contains("holdfast_project");
    }

    @Test
    void theApisOwnTokensAreStillTaken() {
        assertThat(api.get("/v1/tasks").statusCode()).isEqualTo(200);
    }

    private static HttpResponse<String> submit(String token, String id) {
        return api.send(api.request("/v1/tasks", token)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"taskId\":\"" + id + "\",\"steps\":[{\"command\":\"true\"}]}")));
    }
}
