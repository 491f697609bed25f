package dev.holdfast.activities.secrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.activities.history.SealedSecrets.Owner;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.SecretRef;
import dev.holdfast.contract.TaskId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskSecretsTest {
    private static final SecretScope SCOPE = new SecretScope(new TaskId("t-1"), ProjectId.DEFAULT, "local");

    @TempDir
    Path directory;

    @Test
    void aSecretIsHandedOverAsVariableOrAsFile() throws IOException {
        Files.writeString(directory.resolve("KEY"), "from-a-file\n");
        TaskSecrets secrets = secrets(Map.of("HOLDFAST_SECRET_TOKEN", "from-the-environment"));

        StepSecrets found = secrets.resolve(
                SCOPE, List.of(SecretRef.named("TOKEN"), new SecretRef("KEY", null, "id_key")), Map.of());

        assertThat(found.env()).isEqualTo(Map.of("TOKEN", "from-the-environment"));
        assertThat(found.files()).isEqualTo(Map.of("id_key", "from-a-file"));
        assertThat(found.masks().masked("a from-a-file b")).isEqualTo("a *********** b");
        assertThat(found.toString()).doesNotContain("from-");
    }

    @Test
    void otherVariablesOfTheWorkerCannotBeReached() {
        TaskSecrets secrets = secrets(Map.of("HOLDFAST_POSTGRES_PASSWORD", "not for tasks"));

        assertThatThrownBy(() -> secrets.require(SCOPE, List.of(SecretRef.named("HOLDFAST_POSTGRES_PASSWORD"))))
                .isInstanceOf(Exception.class)
                .hasMessageNotContaining("not for tasks");
    }

    @Test
    void aMissingSecretIsNamedWithThePlacesItMayComeFrom() {
        assertThatThrownBy(() -> secrets(Map.of()).require(SCOPE, List.of(SecretRef.named("TOKEN"))))
                .isInstanceOf(SecretException.class)
                .hasMessageContaining("'TOKEN'")
                .hasMessageContaining("HOLDFAST_SECRET_TOKEN");
    }

    @Test
    void aSecretThatIsTooShortToBeMaskedIsRefusedAndNotShown() {
        assertThatThrownBy(() ->
                        secrets(Map.of("HOLDFAST_SECRET_PIN", "807")).require(SCOPE, List.of(SecretRef.named("PIN"))))
                .isInstanceOf(SecretException.class)
                .hasMessageContaining("PIN")
                .hasMessageNotContaining("807");
    }

    @Test
    void plainVariablesThatLookSecretAreMaskedAndOthersAreNot() {
        StepSecrets found = secrets(Map.of())
                .resolve(
                        SCOPE,
                        List.of(),
                        Map.of(
                                "API_TOKEN",
                                "tok-12345",
                                "DB_PASSWORD",
                                "pass-999",
                                "KEYBOARD",
                                "querty",
                                "PASS",
                                "no"));

        assertThat(found.masks().masked("tok-12345 pass-999 querty no")).isEqualTo("********* ******** querty no");
        assertThat(found.env()).isEmpty();
    }

    @Test
    void whatIsSealedOpensOnlyForItsOwnerUnderItsNameAndKey() {
        SecretCipher cipher = SecretKeys.cipher(null, directory.resolve("key"));
        Owner owner = Owner.project(ProjectId.DEFAULT);
        byte[] value = "value of it".getBytes(StandardCharsets.UTF_8);
        byte[] sealed = cipher.seal(owner, "A", value);

        assertThat(new String(sealed, StandardCharsets.ISO_8859_1)).doesNotContain("value");
        assertThat(cipher.seal(owner, "A", value)).isNotEqualTo(sealed);
        assertThat(SecretKeys.cipher(null, directory.resolve("key")).open(owner, "A", sealed))
                .isEqualTo(value);
        assertThatThrownBy(() -> cipher.open(owner, "B", sealed)).isInstanceOf(SecretException.class);
        assertThatThrownBy(() -> cipher.open(Owner.project(new ProjectId("other")), "A", sealed))
                .isInstanceOf(SecretException.class);
        assertThatThrownBy(() -> SecretKeys.cipher("00".repeat(32), directory).open(owner, "A", sealed))
                .isInstanceOf(SecretException.class)
                .hasMessageContaining("HOLDFAST_SECRETS_KEY");
    }

    @Test
    void theKeyFileIsForItsOwnerOnlyAndAWrongKeyIsNotShown() throws IOException {
        Path file = directory.resolve("key");
        SecretKeys.cipher(" ", file);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThatThrownBy(() -> SecretKeys.cipher("abcdef", file))
                .hasMessageContaining("64 hexadecimal digits")
                .hasMessageNotContaining("abcdef");
    }

    private TaskSecrets secrets(Map<String, String> environment) {
        return new TaskSecrets(List.of(SecretProvider.files(directory), SecretProvider.environment(environment)));
    }
}
