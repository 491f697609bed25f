package dev.holdfast.client;

import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.rest.AccessToken;
import dev.holdfast.contract.rest.AuditList;
import dev.holdfast.contract.rest.NewToken;
import dev.holdfast.contract.rest.SecretInfo;
import dev.holdfast.contract.rest.SecretList;
import dev.holdfast.contract.rest.SecretValue;
import dev.holdfast.contract.rest.TidyResult;
import dev.holdfast.contract.rest.TokenList;
import dev.holdfast.contract.rest.TokenRequest;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What operators do: tokens, secrets of projects, retention. Had by {@link Holdfast#administration}. */
public final class Administration {
    private static final Duration TIDYING = Duration.ofMinutes(30);

    private final Transport transport;

    Administration(Transport transport) {
        this.transport = transport;
    }

    /** Makes a token; needs one that may operate. The secret in the answer is shown this once, so it is asked for once. */
    public NewToken createToken(TokenRequest request) {
        return transport.postOnce("v1/tokens", request, Task.TIMEOUT, NewToken.class);
    }

    public List<AccessToken> tokens() {
        return transport
                .send(transport.request("v1/tokens", Task.TIMEOUT).GET().build(), TokenList.class)
                .tokens();
    }

    public void revokeToken(String id) throws IOException {
        String path = "v1/tokens/" + URLEncoder.encode(id, StandardCharsets.UTF_8);
        transport
                .open(transport.request(path, Task.TIMEOUT).DELETE().build())
                .body()
                .close();
    }

    /** Keeps a secret for the tasks of a project, in place of one that may be there; needs a token that may operate. */
    public void setSecret(ProjectId project, String name, SecretValue value) throws IOException {
        transport
                .open(transport
                        .request(secret(project, name), Task.TIMEOUT)
                        .header("Content-Type", "application/json")
                        .PUT(BodyPublishers.ofByteArray(ContractJson.LENIENT.writeValueAsBytes(value)))
                        .build())
                .body()
                .close();
    }

    /** Names, never values. */
    public List<SecretInfo> secrets() {
        return transport
                .send(transport.request("v1/secrets", Task.TIMEOUT).GET().build(), SecretList.class)
                .secrets();
    }

    public void removeSecret(ProjectId project, String name) throws IOException {
        transport
                .open(transport
                        .request(secret(project, name), Task.TIMEOUT)
                        .DELETE()
                        .build())
                .body()
                .close();
    }

    private static String secret(ProjectId project, String name) {
        return "v1/secrets/" + URLEncoder.encode(name, StandardCharsets.UTF_8) + "?project="
                + URLEncoder.encode(project.value(), StandardCharsets.UTF_8);
    }

    /**
     * The audit, newest first; needs a token that may operate.
     *
     * @param target a task, which includes its commands, or whatever else entries are about; null for all
     * @param by who did it, as entries name them; null for everybody
     * @param after {@link AuditList#next} of the page before
     */
    public AuditList audit(@Nullable String target, @Nullable String by, @Nullable String after, int limit) {
        String query = "v1/audit?limit=" + limit + parameter("target", target) + parameter("by", by)
                + parameter("cursor", after);
        return transport.send(transport.request(query, Task.TIMEOUT).GET().build(), AuditList.class);
    }

    private static String parameter(String name, @Nullable String value) {
        return value == null ? "" : "&" + name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    /** Removes what is kept no longer, or only says what that is; needs a token that may operate. */
    public TidyResult tidy(boolean dryRun) {
        return transport.send(
                transport
                        .request("v1/retention?dryRun=" + dryRun, TIDYING)
                        .POST(BodyPublishers.noBody())
                        .build(),
                TidyResult.class);
    }
}
