package dev.holdfast.cli.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.devstack.control.PartState;
import dev.holdfast.devstack.control.ProcessIdentity;
import dev.holdfast.devstack.control.StackHome;
import dev.holdfast.devstack.control.StackState;
import dev.holdfast.devstack.control.StateFile;
import dev.holdfast.devstack.control.StopSignal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands as a user calls them, on a real stack of one small part. */
class UpAndDownTest {
    private static final Duration SOON = Duration.ofMinutes(3);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    private record Ended(int exitCode, String out, String err) {}

    @AfterEach
    void leaveNothingBehind() {
        holdfast("down");
    }

    @Test
    void detachedStackRunsUntilItIsTakenDown() {
        Ended up = holdfast("up", "--detach");
        assertThat(up.exitCode()).as(up.err()).isZero();
        assertThat(up.err()).contains("s3 ", "ready in");
        ProcessIdentity s3 = process(state().orElseThrow());

        JsonNode status =
                JsonMapper.shared().readTree(holdfast("status", "-o", "json").out());
        assertThat(status.get("state").asString()).isEqualTo("running");
        assertThat(part(status, "s3").get("pid").asLong()).isEqualTo(s3.pid());
        assertThat(part(status, "s3").get("state").asString()).isEqualTo("running");
        assertThat(part(status, "worker").get("state").asString()).isEqualTo("stopped");

        assertThat(holdfast("up", "--detach").err()).contains("already");
        assertThat(process(state().orElseThrow())).isEqualTo(s3);

        assertThat(holdfast("down").exitCode()).isZero();
        assertThat(s3.isAlive()).isFalse();
        assertThat(state()).isEmpty();
        assertThat(holdfast("down"))
                .extracting(Ended::exitCode, Ended::err)
                .containsExactly(0, "holdfast: no stack is running\n");
    }

    @Test
    void downEndsThePartsOfAStackThatWasKilled() {
        holdfast("up", "--detach");
        StackState before = state().orElseThrow();
        before.stack().signal(StopSignal.KILL);
        await().atMost(SOON).until(() -> !before.stack().isAlive());

        assertThat(holdfast("status").out()).contains("nobody watches it");
        assertThat(holdfast("down").exitCode()).isZero();

        assertThat(process(before).isAlive()).isFalse();
        assertThat(holdfast("status").out()).contains("s3        stopped");
    }

    @Test
    void callsAtTheSameTimeStartOneStack() {
        List<CompletableFuture<Ended>> calls = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            calls.add(CompletableFuture.supplyAsync(() -> holdfast("up", "--detach")));
        }

        assertThat(calls)
                .allSatisfy(call ->
                        assertThat(call.join().exitCode()).as(call.join().err()).isZero());
        assertThat(calls.stream().filter(call -> call.join().err().contains("ready in")))
                .hasSize(1);
    }

    @Test
    void terminatedForegroundStackTakesItsPartsWithIt() throws InterruptedException {
        Process up = start("up");
        await().atMost(SOON)
                .until(() -> state().filter(DetachedStart::isRunning).isPresent());
        StackState running = state().orElseThrow();

        up.destroy();
        up.waitFor();

        assertThat(running.isAlive()).isFalse();
    }

    @Test
    void stackThatCannotStartSaysWhyAndFails() {
        Ended up = holdfast("up", "--detach", "HOLDFAST_S3_PORT=much");

        assertThat(up.exitCode()).isEqualTo(125);
        assertThat(up.err()).contains("HOLDFAST_S3_PORT='much'").doesNotContain("\tat ");
    }

    private static JsonNode part(JsonNode status, String name) {
        for (JsonNode part : status.get("parts")) {
            if (part.get("name").asString().equals(name)) {
                return part;
            }
        }
        throw new AssertionError(name + " is not listed");
    }

    private static ProcessIdentity process(StackState state) {
        return state.part("s3").map(PartState::process).orElseThrow();
    }

    private Optional<StackState> state() {
        try {
            return new StateFile(new StackHome(directory)).read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Ended holdfast(String... arguments) {
        Process process = start(arguments);
        CompletableFuture<String> err = CompletableFuture.supplyAsync(() -> text(process.getErrorStream()));
        String out = text(process.getInputStream());
        return new Ended(process.onExit().join().exitValue(), out, err.join());
    }

    /** Arguments with '=' are settings. */
    private Process start(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dholdfast.root=" + System.getProperty("holdfast.root"),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.holdfast.cli.Main"));
        ProcessBuilder builder = new ProcessBuilder();
        builder.environment().keySet().removeIf(name -> name.startsWith("HOLDFAST_"));
        builder.environment().put("HOLDFAST_HOME", directory.toString());
        builder.environment().put("HOLDFAST_PARTS", "s3");
        builder.environment().put("HOLDFAST_S3_PORT", "0");
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (equals > 0) {
                builder.environment().put(argument.substring(0, equals), argument.substring(equals + 1));
            } else {
                command.add(argument);
            }
        }
        try {
            return builder.command(command).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(java.io.InputStream stream) {
        try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
