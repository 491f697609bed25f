package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.client.OpenTask;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskState;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast shell} as somebody at a terminal meets it. */
@ExtendWith(WithStack.class)
class ShellCommandTest {
    private final StackUnderTest stack;

    @TempDir
    Path directory;

    ShellCommandTest(StackUnderTest stack) {
        this.stack = stack;
    }

    @Test
    void keysSizeAndExitCodeGoThroughAndTheSandboxIsGoneAfterwards() throws IOException {
        Shell.Ended session = atATerminal(List.of("shell", "--label", "shell=fresh"), """
                expect $
                type stty size; tty\\n
                expect 24 80
                expect /dev/pts/
                size 33 111
                type while [ "$(stty size)" != "33 111" ]; do sleep 0.2; done; echo resi''zed\\n
                expect resized
                expect $
                type echo g''o; sleep 1000\\n
                expect go
                type \\x03
                expect $
                type echo inter''rupted $?\\n
                expect interrupted 130
                type exit 7\\n
                """);

        assertThat(session.exitCode()).as(session.stdout()).isEqualTo(7);
        await().atMost(StackUnderTest.EVENTUALLY)
                .untilAsserted(() -> assertThat(stack.holdfast("ps", "-a", "--label", "shell=fresh", "-o", "json")
                                .stdout())
                        .contains("\"" + TaskState.SUCCEEDED.json() + "\""));
    }

    @Test
    void aShellInAnOpenTaskFindsItsFilesAndLeavesItOpen() throws IOException {
        TaskId id = new TaskId("acceptance-shell");
        try (OpenTask task = stack.client().open(id, TaskSpec.of())) {
            task.run("sh", "-c", "echo before > state");
            Shell.Ended session = atATerminal(List.of("shell", id.value()), """
                    expect $
                    type cat state; echo after > state; exit\\n
                    expect before
                    """);

            assertThat(session.exitCode()).as(session.stdout()).isZero();
            assertThat(task.run("cat", "state").stdout()).isEqualTo("after\n");
        }
    }

    @Test
    void aShellWhoseTerminalWasKilledIsEndedAndItsSandboxGoes() throws IOException {
        atATerminal(List.of("shell", "--silence", "10s", "--label", "shell=killed"), """
                expect $
                type echo un''touched; sleep 1000\\n
                expect untouched
                kill
                """);

        await().atMost(StackUnderTest.EVENTUALLY)
                .pollInterval(Duration.ofSeconds(2))
                .untilAsserted(() -> assertThat(stack.holdfast("ps", "-a", "--label", "shell=killed", "-o", "json")
                                .stdout())
                        .contains("\"" + TaskState.SUCCEEDED.json() + "\""));
    }

    @Test
    void withoutATerminalItSaysWhatToUse() {
        Shell.Ended refused = stack.holdfast("shell");

        assertThat(refused.exitCode()).isEqualTo(125);
        assertThat(refused.stderr()).contains("needs a terminal").contains("holdfast exec");
    }

    @Test
    void whatIsWaitedForIsShownOnATerminalOnlyAndColoursAreKeptUnlessTheyAreNotWanted() throws IOException {
        String command = "sleep 1; printf '\\033[31mred\\033[0m \\033]0;title\\007plain\\n'";
        List<String> run = List.of("run", "--", "sh", "-c", command);

        Shell.Ended coloured = atATerminal(run, "expect ⠙\nexpect red\nexpect plain\n");
        Shell.Ended piped = stack.holdfast(run.toArray(String[]::new));

        assertThat(coloured.exitCode()).as(coloured.stdout()).isZero();
        assertThat(coloured.stdout()).contains("\u001b[31mred").doesNotContain("title");
        assertThat(piped.stdout()).isEqualTo("red plain\n");
        assertThat(piped.stderr()).doesNotContain("⠙", "\u001b");
    }

    /** The command ends only after its first line was seen here. */
    @Test
    void outputOfExecComesWhileTheCommandRuns() throws IOException, InterruptedException {
        TaskId id = new TaskId("acceptance-exec-live");
        try (OpenTask task = stack.client().open(id, TaskSpec.of())) {
            ProcessBuilder exec = new ProcessBuilder(
                    stack.launcher().toString(),
                    "exec",
                    task.id().value(),
                    "--",
                    "sh",
                    "-c",
                    "mkfifo wait; echo first; cat wait; exit 4");
            exec.environment().putAll(stack.environment());
            Path shown = directory.resolve("shown");
            Process running = exec.redirectOutput(shown.toFile()).start();
            await().atMost(StackUnderTest.EVENTUALLY)
                    .untilAsserted(() -> assertThat(shown).hasContent("first"));
            stack.client().task(id).cancel("the test has seen enough");

            assertThat(running.waitFor()).isNotZero();
        }
    }

    private Shell.Ended atATerminal(List<String> arguments, String script) throws IOException {
        List<String> command = new ArrayList<>(List.of(stack.launcher().toString()));
        command.addAll(arguments);
        return AtATerminal.run(directory, command, script, stack.environment());
    }
}
