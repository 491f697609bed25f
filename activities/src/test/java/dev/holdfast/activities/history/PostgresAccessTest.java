package dev.holdfast.activities.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TerminalSize;
import dev.holdfast.contract.rest.AccessToken;
import dev.holdfast.contract.rest.Role;
import dev.holdfast.contract.rest.StepInput;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
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
    void whatIsTypedIsKeptInOrderAndOnceUntilItsStepEnds() {
        StepInputs inputs = database.inputs();
        TaskId task = new TaskId("typed");
        AtomicInteger told = new AtomicInteger();
        try (LogStore.Subscription subscription = inputs.subscribe(task, told::incrementAndGet)) {
            assertThat(subscription).isNotNull();
            inputs.add(task, "shell", StepInput.typed(0, new byte[] {'l', 0, -1}));
            inputs.add(task, "shell", StepInput.typed(0, new byte[] {'x'}));
            inputs.add(task, "shell", StepInput.resized(1, new TerminalSize(5, 6)));
            inputs.add(task, "other", StepInput.ended(0));
            await().untilAsserted(() -> assertThat(told.get()).isPositive());
        }

        assertThat(inputs.after(task, "shell", -1))
                .extracting(StepInput::number)
                .containsExactly(0L, 1L);
        assertThat(inputs.after(task, "shell", -1).get(0).bytes()).containsExactly('l', 0, -1);
        assertThat(inputs.after(task, "shell", 0).get(0).size()).isEqualTo(new TerminalSize(5, 6));
        assertThat(inputs.after(task, "other", -1).get(0).end()).isTrue();
        inputs.remove(task, "shell");
        assertThat(inputs.after(task, "shell", -1)).isEmpty();
        assertThat(inputs.after(task, "other", -1)).hasSize(1);
        inputs.removeOf(task);
        assertThat(inputs.after(task, "other", -1)).isEmpty();
    }

    @Test
    void theAuditIsReadNewestFirst() {
        AuditTrail audit = database.auditTrail();
        AuditTrail.Entry first = new AuditTrail.Entry(NOW, "ci", "POST /v1/tasks", "", 201, null);
        AuditTrail.Entry second =
                new AuditTrail.Entry(NOW, "ci", "POST /v1/tasks/{id}/cancel", "t", 202, "{\"reason\": \"x\"}");
        audit.record(first);
        audit.record(second);

        assertThat(audit.find(new AuditTrail.Query(null, "ci", null, 10)).entries())
                .containsExactly(second, first);
    }

    @Test
    void theAuditOfOneTaskHasItsCommandsAndGoesOnPageByPage() {
        AuditTrail audit = database.auditTrail();
        for (String target : List.of("of-1", "of-1/build", "of-1-other", "of-10", "of-1.x", "of-1/test")) {
            audit.record(
                    new AuditTrail.Entry(NOW, target.endsWith("test") ? "b" : "a", "run command", target, 0, null));
        }

        AuditTrail.Page first = audit.find(new AuditTrail.Query("of-1", null, null, 2));
        AuditTrail.Page rest = audit.find(new AuditTrail.Query("of-1", null, first.next(), 2));

        assertThat(first.entries()).extracting(AuditTrail.Entry::target).containsExactly("of-1/test", "of-1/build");
        assertThat(rest.entries()).extracting(AuditTrail.Entry::target).containsExactly("of-1");
        assertThat(rest.next()).isNull();
        assertThat(audit.find(new AuditTrail.Query("of-1", "b", null, 10)).entries())
                .extracting(AuditTrail.Entry::target)
                .containsExactly("of-1/test");
    }
}
