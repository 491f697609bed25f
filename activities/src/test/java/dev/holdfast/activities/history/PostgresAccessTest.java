package dev.holdfast.activities.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.rest.AccessToken;
import dev.holdfast.contract.rest.Role;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresAccessTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @RegisterExtension
    static final TestPostgres postgres = TestPostgres.start();

    private static final HistoryDatabase database = postgres.database();

    @Test
    void aTokenIsFoundByItsHashAndRevokedById() {
        AccessTokens tokens = database.accessTokens();
        AccessToken token =
                new AccessToken("t1", "ci", Role.SUBMIT, new ProjectId("web"), "local", NOW, NOW.plusSeconds(60), null);
        tokens.add(token, new byte[] {1, 2, 3});

        assertThat(tokens.find(new byte[] {1, 2, 3})).contains(token);
        assertThat(tokens.find(new byte[] {1, 2, 4})).isEmpty();
        assertThat(tokens.revoke("t1", NOW.plusSeconds(1))).isTrue();
        assertThat(tokens.revoke("t1", NOW.plusSeconds(9))).isTrue();
        assertThat(tokens.revoke("none", NOW)).isFalse();
        assertThat(tokens.list())
                .singleElement()
                .satisfies(found -> assertThat(found.revokedAt()).isEqualTo(NOW.plusSeconds(1)));
    }

    @Test
    void contentIsOfTheProjectThatBroughtIt() {
        UploadOwners owners = database.uploadOwners();
        owners.record(new ProjectId("web"), "a".repeat(64), 5, "ci", NOW);
        owners.record(new ProjectId("web"), "a".repeat(64), 5, "ci", NOW);

        assertThat(owners.mayUse(new ProjectId("web"), "a".repeat(64))).isTrue();
        assertThat(owners.mayUse(new ProjectId("other"), "a".repeat(64))).isFalse();
        assertThat(owners.mayUse(new ProjectId("web"), "b".repeat(64))).isFalse();
    }

    @Test
    void theAuditIsReadNewestFirst() {
        AuditTrail audit = database.auditTrail();
        AuditTrail.Entry first = new AuditTrail.Entry(NOW, "ci", "POST /v1/tasks", "", 201, null);
        AuditTrail.Entry second =
                new AuditTrail.Entry(NOW, "ci", "POST /v1/tasks/{id}/cancel", "t", 202, "{\"reason\": \"x\"}");
        audit.record(first);
        audit.record(second);

        assertThat(audit.last(10)).containsExactly(second, first);
    }
}
