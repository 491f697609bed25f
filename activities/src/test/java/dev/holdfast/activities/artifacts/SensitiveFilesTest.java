package dev.holdfast.activities.artifacts;

import static dev.holdfast.activities.artifacts.ArtifactCollectorTest.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.Artifact.Status;
import dev.holdfast.contract.ArtifactSpec;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.TaskId;
import java.util.List;
import org.junit.jupiter.api.Test;

class SensitiveFilesTest {
    private final MemoryBlobs blobs = new MemoryBlobs();

    private CollectedArtifacts collect(SensitiveFiles sensitive, TestTar workspace) {
        return new ArtifactCollector(blobs, sensitive)
                .collect(new TarSupervisor(workspace), new TaskId("t-1"), ArtifactSpec.STANDARD, Limits.NONE, () -> {});
    }

    @Test
    void aHardLinkToASecretIsLeftOutAsWell() {
        CollectedArtifacts collected = collect(
                SensitiveFiles.STANDARD, new TestTar().file(".env", "TOKEN=1").hardLink("harmless.txt", ".env"));

        assertThat(collected.artifacts()).hasSize(2).allMatch(artifact -> artifact.status() == Status.SKIPPED);
        assertThat(at(collected, "harmless.txt").reason()).contains("same file as .env");
        assertThat(blobs.stored).isEmpty();
    }

    @Test
    void whatMayHoldSecretsIsLeftOutAndSaidSo() {
        TestTar tar = new TestTar();
        List<String> secret = List.of(
                ".env",
                "app/.env.production",
                "certs/server.pem",
                "home/.ssh/config",
                "id_rsa.pub",
                "x/.aws/credentials",
                "API.KEY",
                "vault.kdbx",
                ".npmrc",
                "deep/a/b/.git-credentials",
                "credentials.json");
        secret.forEach(name -> tar.file(name, "secret"));
        List<String> harmless =
                List.of("environment.txt", ".env.example", "keyboard.md", "ssh/notes", "credentials-guide.md");
        harmless.forEach(name -> tar.file(name, "fine"));
        CollectedArtifacts collected = collect(SensitiveFiles.STANDARD, tar);

        for (String name : secret) {
            assertThat(at(collected, name)).as(name).satisfies(artifact -> {
                assertThat(artifact.status()).isEqualTo(Status.SKIPPED);
                assertThat(artifact.reason()).startsWith("sensitive:");
                assertThat(artifact.sha256()).isNull();
            });
        }
        for (String name : harmless) {
            assertThat(at(collected, name).status()).as(name).isEqualTo(Status.COMPLETE);
        }
        assertThat(collected.warnings()).singleElement().asString().contains("'.env' and 10 more");
    }

    @Test
    void theListOfSensitiveFilesIsTheOperators() {
        CollectedArtifacts collected = collect(
                new SensitiveFiles(List.of("**/*.vault")).and(List.of("private/**")),
                new TestTar().file(".env", "x").file("a.vault", "x").file("private/a/b", "x"));

        assertThat(collected.artifacts())
                .extracting(Artifact::path, Artifact::status)
                .containsExactly(
                        tuple(".env", Status.COMPLETE),
                        tuple("a.vault", Status.SKIPPED),
                        tuple("private/a/b", Status.SKIPPED));
    }
}
