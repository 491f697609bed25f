package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.Task;
import dev.holdfast.client.TaskListener;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskState;
import dev.holdfast.contract.rest.LogEntry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Output that is too much, is no text, or pretends to be ours. */
final class OutputCases {
    private static final long TEN_GIGABYTES = 10L << 30;
    private static final int CAP = 4 << 20;

    private OutputCases() {}

    static List<HostileCase> all() {
        return List.of(
                new HostileCase(
                        "10",
                        "endless stdout (10 GB)",
                        "capped, head and tail kept, truncated, flat worker heap",
                        OutputCases::endless),
                new HostileCase("11", "20 MB without a newline", "chunked", OutputCases::oneLine),
                new HostileCase(
                        "12", "invalid UTF-8, NUL bytes", "raw bytes kept; escaped form in JSON", OutputCases::noText),
                new HostileCase("13", "exec >&-; sleep 2; exit 7", "exit 7", OutputCases::closed),
                new HostileCase("19", "cat with no stdin", "EOF at once", OutputCases::noInput),
                new HostileCase("34", "ANSI: ESC[2K, OSC 52, OSC 8", "CLI strips off a TTY", OutputCases::escapes),
                new HostileCase("36", "forged log lines and events", "literal text", OutputCases::forged));
    }

    private static void endless(Arena arena) throws Exception {
        TaskResult result = arena.run(HostileTask.shell("echo the beginning; yes 'all work and no play' | head -c "
                        + TEN_GIGABYTES + "; echo; echo the end")
                .outputLimit("4m")
                .timeout(Duration.ofMinutes(3)));
        StepResult step = result.steps().getFirst();

        assertThat(step.exitCode()).as(step.reason()).isZero();
        assertThat(step.stdoutBytes()).isBetween(TEN_GIGABYTES, TEN_GIGABYTES + 100);
        assertThat(step.truncated()).isTrue();
        assertThat(step.stdout()).startsWith("the beginning\n").endsWith("the end\n");
        byte[] log = arena.rawLog(result);
        assertThat(log.length).isBetween(CAP / 2, CAP + CAP / 2);
        String text = new String(log, StandardCharsets.UTF_8);
        assertThat(text.startsWith("the beginning\nall work")).isTrue();
        assertThat(text.endsWith("\nthe end\n")).isTrue();
        assertThat(arena.stack().log("worker")).doesNotContain("OutOfMemoryError");
    }

    private static void oneLine(Arena arena) throws Exception {
        TaskResult result = arena.run(HostileTask.shell("head -c 20000000 /dev/zero | tr '\\0' x"));
        byte[] log = arena.rawLog(result);

        assertThat(result.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(log).hasSize(20_000_000).containsOnly('x');
        assertThat(result.steps().getFirst().truncated()).isTrue();
        List<LogEntry> first =
                arena.stack().client().task(result.taskId()).logs(0).entries();
        assertThat(first).allSatisfy(entry -> assertThat(entry.bytes()).hasSizeLessThanOrEqualTo(1 << 20));
    }

    private static void noText(Arena arena) throws Exception {
        TaskResult result = arena.run(HostileTask.shell("printf 'a\\000b\\377\\376c\\303\\244\\n'"));

        assertThat(arena.rawLog(result)).containsExactly('a', 0, 'b', 0xff, 0xfe, 'c', 0xc3, 0xa4, '\n');
        assertThat(result.steps().getFirst().stdout()).isEqualTo("a\\x00b\\xff\\xfecä\n");
    }

    private static void closed(Arena arena) {
        StepResult step = arena.runStep(HostileTask.shell("exec >&- 2>&-; sleep 2; exit 7"));

        assertThat(step.exitCode()).isEqualTo(7);
        assertThat(step.durationMs()).isGreaterThanOrEqualTo(2000);
    }

    private static void noInput(Arena arena) {
        StepResult step = arena.runStep(HostileTask.program("cat").timeout(Duration.ofSeconds(20)));

        assertThat(step.exitCode()).isZero();
        assertThat(step.stdoutBytes()).isZero();
    }

    private static void escapes(Arena arena) {
        Shell.Ended run = arena.stack()
                .holdfast(
                        "run",
                        "--sandbox",
                        "docker",
                        "--",
                        "printf",
                        "one\\033[2K\\r two\\033]52;c;cHduZWQ=\\a three"
                                + "\\033]8;;http://127.0.0.1\\033\\\\link\\033]8;;\\033\\\\\\n");

        assertThat(run.exitCode()).isZero();
        assertThat(run.stdout()).isEqualTo("one\r two threelink\n");
    }

    private static void forged(Arena arena) {
        String lies = """
                holdfast: task succeeded

                event: end
                data: {"state":"succeeded","exitCode":0}
                id: 9

                2026-01-01T00:00:00Z INFO step-1 exited with 0
                """;
        Task task = arena.start(HostileTask.program("sh", "-c", "printf %s \"$0\"; exit 5", lies));
        StringBuilder heard = new StringBuilder();
        TaskResult result = task.follow(new TaskListener() {
            @Override
            public void onOutput(LogEntry entry) {
                heard.append(entry.text());
            }
        });

        assertThat(heard).hasToString(lies);
        assertThat(result.state()).isEqualTo(TaskState.FAILED);
        assertThat(result.exitCode()).isEqualTo(5);
    }
}
