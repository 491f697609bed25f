package dev.holdfast.devstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.devstack.control.StackHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void areMadeOnceAndReadableOnlyByTheOwner() throws IOException {
        StackHome home = new StackHome(directory);
        Secrets first = Secrets.of(home);
        String token = Files.readString(home.token());

        assertThat(Secrets.of(home)).isEqualTo(first);
        assertThat(home.token()).hasContent(token);
        assertThat(token.strip()).hasSize(64);
        try (var files = Files.list(directory)) {
            assertThat(files.map(SecretsTest::permissions)).hasSize(2).containsOnly("rw-------");
        }
    }

    @Test
    void missingEntryIsNamedInsteadOfBeingMadeAnew() throws IOException {
        StackHome home = new StackHome(directory);
        Secrets.of(home);
        Files.writeString(directory.resolve("secrets.properties"), "s3.access-key=a\ns3.secret-key=b\n");

        assertThatThrownBy(() -> Secrets.of(home))
                .isInstanceOf(StackFailure.class)
                .hasMessageContaining("postgres.password");
    }

    private static String permissions(Path file) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
