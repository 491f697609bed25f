package dev.holdfast.devstack.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProcessIdentityTest {
    @Test
    void processThatGotTheSameNumberLaterIsAnotherOne() throws IOException, InterruptedException {
        Process sleeping = new ProcessBuilder("sleep", "60").start();
        try {
            ProcessIdentity real = ProcessIdentity.of(sleeping.pid()).orElseThrow();
            ProcessIdentity earlier = new ProcessIdentity(sleeping.pid(), real.started() - 1);
            earlier.signal(StopSignal.KILL);

            assertThat(earlier.isAlive()).isFalse();
            assertThat(real.isAlive()).isTrue();
        } finally {
            sleeping.destroyForcibly().waitFor();
        }
    }

    @Test
    void zombieIsNotAlive() throws IOException, InterruptedException {
        // The shell's child ends at once, and `exec` leaves a parent that never asks how.
        Process parent = new ProcessBuilder("sh", "-c", "sh -c 'echo $$' & exec sleep 60").start();
        try (var lines = parent.inputReader()) {
            long child = Long.parseLong(lines.readLine());
            org.awaitility.Awaitility.await()
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> ProcessIdentity.of(child).isEmpty());

            assertThat(ProcessHandle.of(child))
                    .as("still in the table of processes")
                    .isPresent();
        } finally {
            parent.destroyForcibly().waitFor();
        }
    }

    @Test
    void nameWithSpacesAndParenthesesDoesNotConfuse() throws IOException, InterruptedException {
        var directory = java.nio.file.Files.createTempDirectory("holdfast-name");
        var program = directory.resolve("a) S 1 (b");
        java.nio.file.Files.copy(java.nio.file.Path.of("/bin/sleep"), program);
        Process odd = new ProcessBuilder(program.toString(), "60").start();
        try {
            assertThat(ProcessIdentity.of(odd.pid()).orElseThrow().started()).isPositive();
        } finally {
            odd.destroyForcibly().waitFor();
            java.nio.file.Files.delete(program);
            java.nio.file.Files.delete(directory);
        }
    }
}
