package dev.holdfast.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftoversTest {
    @TempDir
    Path home;

    @Test
    void whatIsKeptForTheNextTaskIsNotLeftOver() throws IOException {
        Files.createDirectories(home.resolve("sandboxes"));
        Files.createDirectories(home.resolve("roots/0123456789ab/fedcba9876543210"));
        Files.createDirectories(home.resolve("runtime/.cache"));

        assertThat(Leftovers.in(home)).isEmpty();
    }

    @Test
    void directoriesOfSandboxesAndOfRehearsalsAndTheRuntimesNotesOfBothAre() throws IOException {
        Path sandbox = Files.createDirectories(home.resolve("sandboxes/hf-one"));
        Path rehearsal = Files.createDirectories(home.resolve("roots/0123456789ab/new-1"));
        Path ofSandbox = Files.createDirectories(home.resolve("runtime/hf-one"));
        Path ofRehearsal = Files.createDirectories(home.resolve("runtime/rehearsal-1"));

        assertThat(Leftovers.in(home))
                .containsExactlyInAnyOrder(
                        "directory " + sandbox,
                        "rehearsal " + rehearsal,
                        "runtime's note " + ofSandbox,
                        "runtime's note " + ofRehearsal);
    }
}
