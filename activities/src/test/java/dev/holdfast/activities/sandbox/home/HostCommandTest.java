package dev.holdfast.activities.sandbox.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostCommandTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir
    Path directory;

    @Test
    void aProgramEndsWithTheInterruptionOfItsCaller() throws Exception {
        CompletableFuture<SandboxError> told = new CompletableFuture<>();
        Thread caller = Thread.ofPlatform().start(() -> {
            try {
                HostCommand.run(LONG, lasting());
            } catch (SandboxException interrupted) {
                told.complete(interrupted.error());
            }
        });
        await().until(() -> !pid().isEmpty());

        caller.interrupt();

        assertThat(told.get(10, TimeUnit.SECONDS)).isEqualTo(SandboxError.INTERRUPTED);
        await().untilAsserted(() -> assertThat(lives()).isFalse());
    }

    @Test
    void aProgramThatDoesNotEndInTimeIsEnded() {
        assertThatThrownBy(() -> HostCommand.run(Duration.ofSeconds(1), lasting()))
                .hasMessageContaining("did not end within 1 s");

        await().untilAsserted(() -> assertThat(lives()).isFalse());
    }

    private List<String> lasting() {
        return List.of("sh", "-c", "echo $$ > " + directory.resolve("pid") + "; exec sleep 600");
    }

    private boolean lives() throws IOException {
        return ProcessHandle.of(Long.parseLong(pid()))
                .map(ProcessHandle::isAlive)
                .orElse(false);
    }

    private String pid() throws IOException {
        Path file = directory.resolve("pid");
        return Files.exists(file) ? Files.readString(file).strip() : "";
    }
}
