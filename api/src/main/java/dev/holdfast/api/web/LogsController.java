package dev.holdfast.api.web;

import dev.holdfast.activities.history.LogChunk;
import dev.holdfast.activities.history.LogPage;
import dev.holdfast.api.tasks.Logs;
import dev.holdfast.api.tasks.Position;
import dev.holdfast.api.tasks.TaskFollower;
import dev.holdfast.api.tasks.Tasks;
import dev.holdfast.api.tasks.UnknownTask;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.Transition;
import dev.holdfast.contract.rest.LogEntry;
import dev.holdfast.contract.rest.LogSlice;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What commands wrote: in parts with a cursor, or as the bare bytes. */
@RestController
@RequestMapping("/v1/tasks/{id}/logs")
class LogsController {
    private static final int MOST_BYTES = 1 << 20;
    private static final Pattern CURSOR = Pattern.compile("[0-9]{1,18}");

    private final Tasks tasks;
    private final Logs logs;
    private final TaskFollower follower;

    LogsController(Tasks tasks, Logs logs, TaskFollower follower) {
        this.tasks = tasks;
        this.logs = logs;
        this.follower = follower;
    }

    @Operation(
            operationId = "readLog",
            summary = "Read a part of a task's output",
            description =
                    "cursor is 0 for the beginning, else 'cursor' of the part before, or 'end' for what comes from"
                            + " now on; limit counts bytes.")
    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    LogSlice read(
            @PathVariable String id,
            @RequestParam(defaultValue = "0") String cursor,
            @RequestParam(defaultValue = "262144") int limit) {
        if (limit < 1 || limit > MOST_BYTES) {
            throw new InvalidFieldException("limit", limit + " is not between 1 and " + MOST_BYTES + " bytes");
        }
        TaskId taskId = Parameters.taskId(id);
        // Read before the log: output is stored before the end is, so an ended task's log is whole.
        TaskResult task = tasks.find(taskId).orElseThrow(() -> new UnknownTask(id));
        LogPage page = logs.read(taskId, cursor.equals("end") ? logs.end(taskId) : position(cursor), limit);
        boolean end = task.state().terminal()
                && logs.read(taskId, page.cursor(), 1).chunks().isEmpty();
        return new LogSlice(Logs.entries(page), page.cursor(), end);
    }

    private static long position(String cursor) {
        if (!CURSOR.matcher(cursor).matches()) {
            throw new InvalidFieldException("cursor", "is neither a number of 0 or more nor 'end'");
        }
        return Long.parseLong(cursor);
    }

    /** The bytes as they came, of both streams or of one; with {@code follow} until the task has ended. */
    @Operation(
            operationId = "rawLog",
            summary = "A task's output byte for byte",
            responses =
                    @ApiResponse(
                            responseCode = "200",
                            description = "What the commands wrote",
                            content = @Content(mediaType = "text/plain", schema = @Schema(type = "string"))))
    @GetMapping("/raw")
    void raw(
            @PathVariable String id,
            @RequestParam(defaultValue = "false") boolean follow,
            @RequestParam(required = false) @Nullable String stream,
            HttpServletResponse response)
            throws IOException {
        TaskId taskId = Parameters.taskId(id);
        LogEntry.Stream only = stream == null ? null : LogEntry.Stream.fromJson(stream);
        if (follow) {
            Streaming.until(
                    response,
                    "text/plain;charset=UTF-8",
                    out -> follower.follow(taskId, Position.BEGINNING, new RawSink(out, only)));
            return;
        }
        if (tasks.find(taskId).isEmpty()) {
            throw new UnknownTask(id);
        }
        Streaming.until(response, "text/plain;charset=UTF-8", out -> {
            LogPage page = logs.read(taskId, 0, MOST_BYTES);
            while (!page.chunks().isEmpty()) {
                write(out, page, only);
                page = logs.read(taskId, page.cursor(), MOST_BYTES);
            }
        });
    }

    private static void write(OutputStream out, LogPage page, LogEntry.@Nullable Stream only) throws IOException {
        for (LogChunk chunk : page.chunks()) {
            if (only == null || chunk.stream().name().equals(only.name())) {
                out.write(chunk.bytes());
            }
        }
        out.flush();
    }

    private record RawSink(OutputStream out, LogEntry.@Nullable Stream only) implements TaskFollower.Sink {
        @Override
        public void log(LogPage page, Position now) throws IOException {
            write(out, page, only);
        }

        @Override
        public void state(TaskResult task, Transition change, Position now) {}

        @Override
        public void idle() throws IOException {
            out.flush();
        }

        @Override
        public void end(TaskResult task, Position now) {}
    }
}
