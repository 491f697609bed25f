package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Where values of secrets come from, each of them as a command meets it. */
@ExtendWith(WithStack.class)
class SecretSourcesTest {
    private final StackUnderTest stack;

    @TempDir
    Path directory;

    SecretSourcesTest(StackUnderTest stack) {
        this.stack = stack;
    }

    @Test
    void theEnvironmentOfTheWorkerHasIt() throws Exception {
        assertHandedOver("OF_THE_WORKER", StackUnderTest.SECRET_OF_THE_WORKER, Map.of());
    }

    @Test
    void aFileOfTheWorkerHasIt() throws Exception {
        Path secrets = Files.createDirectories(stack.directory().resolve("secrets"));
        Files.writeString(secrets.resolve("FROM_A_FILE"), "lies-in-a-file");

        assertHandedOver("FROM_A_FILE", "lies-in-a-file", Map.of());
    }

    @Test
    void theProjectKeepsItEncrypted() throws Exception {
        Path file = Files.writeString(directory.resolve("value"), "kept-for-the-project");
        assertThat(stack.holdfast("secret", "set", "KEPT", "--from", file.toString())
                        .exitCode())
                .isZero();

        assertHandedOver("KEPT", "kept-for-the-project", Map.of());

        assertThat(stack.holdfast("secret", "list").stdout()).contains("KEPT").doesNotContain("kept-for-the-project");
        assertThat(stack.holdfast("secret", "remove", "KEPT").exitCode()).isZero();
        Shell.Ended without = stack.holdfast("run", "--secret", "KEPT", "--", "true");
        assertThat(without.exitCode()).isEqualTo(125);
        assertThat(without.stderr()).contains("KEPT", "secret set");
    }

    @Test
    void theCallersOwnVariableIsForThatTaskAloneAndGoesBeforeAllOthers() throws Exception {
        assertHandedOver("OF_THE_WORKER", "brought-by-the-caller", Map.of("OF_THE_WORKER", "brought-by-the-caller"));
        assertHandedOver("OF_THE_WORKER", StackUnderTest.SECRET_OF_THE_WORKER, Map.of());
    }

    @Test
    void asAFileItLiesInMemoryForTheCommandsUserOnly() {
        Shell.Ended run = holdfast(
                Map.of("KEY", "a-key-that-is-a-file"),
                "run",
                "--secret",
                "KEY:file=id_key",
                "--",
                "sh",
                "-c",
                "stat -f -c %T \"$HOLDFAST_SECRETS\"; stat -c '%a %u' \"$HOLDFAST_SECRETS/id_key\"; env | grep -c a-key");

        assertThat(run.stdout()).isEqualTo("tmpfs\n400 1000\n0\n");
    }

    /** Its hash tells that the value arrived, and is not one of its forms that are masked. */
    private void assertHandedOver(String name, String value, Map<String, String> environment) throws Exception {
        Shell.Ended run = holdfast(
                environment,
                "run",
                "--secret",
                name,
                "--",
                "sh",
                "-c",
                "printf %s \"$" + name + "\" | sha256sum | cut -c1-64; echo \"value: $" + name + "\"");

        assertThat(run.exitCode()).as(run.stderr()).isZero();
        assertThat(run.stdout()).isEqualTo(sha256(value) + "\nvalue: " + "*".repeat(value.length()) + "\n");
    }

    private Shell.Ended holdfast(Map<String, String> more, String... arguments) {
        Map<String, String> environment = new HashMap<>(stack.environment());
        environment.putAll(more);
        List<String> command = new ArrayList<>(List.of(stack.launcher().toString()));
        command.addAll(List.of(arguments));
        return Shell.run(command, environment);
    }

    private static String sha256(String text) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    }
}
