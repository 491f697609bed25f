package dev.holdfast.devstack;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine that has no Temporal server and cannot build one. */
class TemporalFallbackTest {
    @Test
    void testServerTakesOverAndSaysThatItIsNotDurable(@TempDir Path directory) throws Exception {
        Path tools = Files.createDirectory(directory.resolve("tools"));
        Path go = Files.writeString(tools.resolve("go"), "#!/bin/sh\necho go1.0\n");
        Files.setPosixFilePermissions(go, PosixFilePermissions.fromString("rwx------"));
        Map<String, String> bareMachine = Map.of(
                "HOLDFAST_TEMPORAL_BIN",
                "",
                "PATH",
                tools + ":/usr/sbin:/usr/bin:/sbin:/bin",
                "HOLDFAST_CACHE",
                directory.resolve("cache").toString());

        try (StackUnderTest stack = StackUnderTest.started(directory.resolve("home"), "temporal", bareMachine)) {
            StackClients clients = new StackClients(stack);
            clients.startWorkflow("in-memory");

            assertThat(clients.isWorkflowRunning("in-memory")).isTrue();
            assertThat(stack.part("temporal").note()).contains("NOT durable");
            assertThat(stack.output()).contains("NOT durable");
            assertThat(ListeningSockets.of(stack.processOf("temporal").pid()))
                    .isNotEmpty()
                    .allMatch(ListeningSockets::isLoopback);
        }
    }
}
