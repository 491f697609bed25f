package dev.holdfast.mcp;

import dev.holdfast.client.Holdfast;
import dev.holdfast.client.Task;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.Command;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskIds;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.rest.LogEntry;
import dev.holdfast.contract.rest.LogSlice;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tasks: run, look at, read, cancel. */
final class TaskTools {
    static final int MOST_LISTED = 20;
    private static final int USUAL_BYTES = 8192;
    private static final int USUAL_WAIT = 20;

    private TaskTools() {}

    static Answer run(Holdfast holdfast, Arguments given) {
        boolean open = given.flag("keep_open");
        Command command = given.command();
        if (command == null && !open) {
            throw new InvalidFieldException("command", "is missing; only a task with keep_open can do without");
        }
        TaskSpec spec = TaskArguments.spec(given, command, open);
        String own = given.text("task_id");
        TaskId id = own == null ? TaskIds.next(Clock.systemUTC()) : new TaskId(own);
        TaskResult now = holdfast.start(id, spec, given.patience(USUAL_WAIT));
        Answer answer = describe(now);
        if (open && !now.state().terminal()) {
            answer.next("command_run(task_id=\"" + id
                    + "\", command=…) runs a command in this sandbox; task_close ends it");
        }
        return answer;
    }

    static Answer status(Holdfast holdfast, Arguments given) {
        Task task = holdfast.task(given.taskId());
        return describe(task.awaitResult(given.patience(0)));
    }

    static Answer cancel(Holdfast holdfast, Arguments given) {
        return describe(holdfast.task(given.taskId()).cancel(given.text("reason")));
    }

    static Answer logs(Holdfast holdfast, Arguments given) {
        TaskId id = given.taskId();
        String step = given.text("step");
        LogSlice slice =
                holdfast.task(id).logs(given.number("cursor", 0), (int) given.number("max_bytes", USUAL_BYTES));
        long dropped = slice.entries().stream()
                .mapToLong(entry -> entry.droppedBytes() == null ? 0 : entry.droppedBytes())
                .sum();
        Answer answer = new Answer()
                .put("task_id", id.value())
                .put("cursor", slice.cursor())
                .put("end", slice.end())
                .put("dropped_bytes", dropped == 0 ? null : dropped)
                .output(
                        text(slice.entries(), step, LogEntry.Stream.STDOUT, LogEntry.Stream.PTY),
                        text(slice.entries(), step, LogEntry.Stream.STDERR));
        return slice.end()
                ? answer
                : answer.next("task_logs(task_id=\"" + id + "\", cursor=" + slice.cursor() + ") reads on");
    }

    private static String text(List<LogEntry> entries, @Nullable String step, LogEntry.Stream... streams) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        entries.stream()
                .filter(entry -> List.of(streams).contains(entry.stream()))
                .filter(entry -> step == null || step.equals(entry.step()))
                .forEach(entry -> bytes.writeBytes(entry.bytes()));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    static Answer describe(TaskResult task) {
        String id = task.taskId().value();
        boolean running = !Task.hasResult(task);
        Answer answer = new Answer()
                .put("task_id", id)
                .put("state", task.state().json())
                .put("running", running)
                .put("outcome", task.outcome() == null ? null : task.outcome().json())
                .put("exit_code", task.exitCode())
                .put("reason", task.reason())
                .put("error_code", task.errorCode())
                .put(
                        "steps",
                        task.steps().stream()
                                .skip(Math.max(0, task.steps().size() - MOST_LISTED))
                                .map(TaskTools::step)
                                .toList())
                .put("artifact_count", task.artifactCount());
        if (!task.artifacts().isEmpty()) {
            answer.untrusted("artifacts", artifacts(task.artifacts()));
        }
        if (!task.steps().isEmpty()) {
            StepResult last = task.steps().get(task.steps().size() - 1);
            answer.output(Excerpt.of(last.stdout()), Excerpt.of(last.stderr()));
            if (!Excerpt.whole(last)) {
                answer.next("task_logs(task_id=\"" + id + "\", cursor=0) has all "
                        + (last.stdoutBytes() + last.stderrBytes()) + " bytes of output");
            }
        }
        if (running) {
            answer.next("task_status(task_id=\"" + id + "\", wait_seconds=20) waits for the end; task_logs(task_id=\""
                    + id + "\") has the output so far");
        }
        if (task.artifactCount() > 0) {
            answer.next("artifact_get(task_id=\"" + id + "\", path=…) has a file that was kept");
        }
        return answer;
    }

    static List<Map<String, Object>> artifacts(List<Artifact> artifacts) {
        return artifacts.stream()
                .filter(artifact -> artifact.status() == Artifact.Status.COMPLETE)
                .limit(MOST_LISTED)
                .map(artifact -> Map.<String, Object>of(
                        "path", artifact.path(), "size", artifact.size(), "sha256", String.valueOf(artifact.sha256())))
                .toList();
    }

    private static Map<String, Object> step(StepResult step) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("name", step.name());
        facts.put("outcome", step.outcome().json());
        if (step.exitCode() != null) {
            facts.put("exit_code", step.exitCode());
        }
        if (step.reason() != null) {
            facts.put("reason", step.reason());
        }
        facts.put("duration_ms", step.durationMs());
        return facts;
    }
}
