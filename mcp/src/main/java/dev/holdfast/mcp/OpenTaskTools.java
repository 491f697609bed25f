package dev.holdfast.mcp;

import dev.holdfast.client.Holdfast;
import dev.holdfast.contract.Command;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskIds;
import dev.holdfast.contract.rest.FilesBrought;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Base64;
import java.util.Optional;

/** Open tasks: one more command, one more file, the end. */
final class OpenTaskTools {
    private static final int USUAL_WAIT = 20;

    private OpenTaskTools() {}

    static Answer command(Holdfast holdfast, Arguments given) {
        Command command = given.command();
        if (command == null) {
            throw new InvalidFieldException("command", "is missing");
        }
        TaskId id = given.taskId();
        String own = given.text("name");
        String name = own == null ? "step-" + TaskIds.next(Clock.systemUTC()) : own;
        StepSpec step = TaskArguments.step(given, command, name);
        Optional<StepResult> ended = holdfast.openTask(id).run(step, given.patience(USUAL_WAIT));
        Answer answer =
                new Answer().put("task_id", id.value()).put("name", name).put("running", ended.isEmpty());
        if (ended.isEmpty()) {
            return answer.next(
                    "command_run with name=\"" + name + "\" and otherwise the same arguments waits for its end;"
                            + " task_logs(task_id=\"" + id + "\", step=\"" + name + "\") has the output so far");
        }
        StepResult result = ended.get();
        answer.put("outcome", result.outcome().json())
                .put("exit_code", result.exitCode())
                .put("reason", result.reason())
                .put("duration_ms", result.durationMs())
                .output(Excerpt.of(result.stdout()), Excerpt.of(result.stderr()));
        return Excerpt.whole(result)
                ? answer
                : answer.next("task_logs(task_id=\"" + id + "\", step=\"" + name + "\") has the whole output");
    }

    static Answer write(Holdfast holdfast, Arguments given) {
        String path = given.required("path");
        byte[] content = content(given);
        InputFile file = content.length <= InputFile.MAX_INLINE / 2
                ? new InputFile(
                        path, null, Base64.getEncoder().encodeToString(content), null, given.flag("executable"), false)
                : new InputFile(path, null, null, holdfast.upload(content).sha256(), given.flag("executable"), false);
        FilesBrought brought = holdfast.openTask(given.taskId()).put(file);
        return new Answer()
                .put("task_id", given.taskId().value())
                .put("path", path)
                .put("bytes", brought.bytes());
    }

    private static byte[] content(Arguments given) {
        String text = given.text("content");
        String base64 = given.text("base64");
        if ((text == null) == (base64 == null)) {
            throw new InvalidFieldException("content", "is needed, or base64 in its place; not both");
        }
        try {
            return base64 == null
                    ? String.valueOf(text).getBytes(StandardCharsets.UTF_8)
                    : Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException notBase64) {
            throw new InvalidFieldException("base64", "is not valid: " + notBase64.getMessage());
        }
    }

    static Answer close(Holdfast holdfast, Arguments given) {
        return TaskTools.describe(holdfast.openTask(given.taskId()).close(given.text("reason")));
    }
}
