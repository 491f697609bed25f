package dev.holdfast.api.web;

import dev.holdfast.api.tasks.Outputs;
import dev.holdfast.api.tasks.Position;
import dev.holdfast.api.tasks.TaskFollower;
import dev.holdfast.contract.TaskId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** A task's output and changes as they happen (server-sent events). The end is an event of its own. */
@RestController
class EventsController {
    private final TaskFollower follower;
    private final Outputs outputs;

    EventsController(TaskFollower follower, Outputs outputs) {
        this.follower = follower;
        this.outputs = outputs;
    }

    @Operation(
            operationId = "followTask",
            summary = "Output and changes of a task as they happen",
            description =
                    "Server-sent events: 'state' (StateChange), 'log' (LogSlice) and, last of all, 'end' (TaskResult)."
                            + " Last-Event-ID goes on where a connection broke.",
            responses =
                    @ApiResponse(
                            responseCode = "200",
                            description = "The events",
                            content =
                                    @Content(
                                            mediaType = MediaType.TEXT_EVENT_STREAM_VALUE,
                                            schema = @Schema(implementation = ServerEvent.class))))
    @GetMapping(path = "/v1/tasks/{id}/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    void events(
            @PathVariable String id,
            @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String last,
            HttpServletResponse response)
            throws IOException {
        TaskId taskId = Parameters.taskId(id);
        Position from = last == null || last.isEmpty() ? Position.BEGINNING : Position.parse(last);
        Streaming.until(
                response,
                "text/event-stream;charset=UTF-8",
                out -> follower.follow(taskId, from, new EventSink(out, outputs)));
    }
}
