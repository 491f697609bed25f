package dev.holdfast.api.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.holdfast.api.access.Caller;
import dev.holdfast.api.files.StoredFiles;
import dev.holdfast.api.tasks.Outputs;
import dev.holdfast.api.tasks.TaskFollower;
import dev.holdfast.api.tasks.Tasks;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.rest.Cancellation;
import dev.holdfast.contract.rest.TaskPage;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** Tasks: submit, look at, list, cancel. */
@RestController
@RequestMapping(path = "/v1/tasks", produces = MediaType.APPLICATION_JSON_VALUE)
class TasksController {
    /** What was left out of a spec is left out when it is shown. */
    private static final JsonMapper WITHOUT_NULLS = ContractJson.LENIENT
            .rebuild()
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    private final Tasks tasks;
    private final TaskFollower follower;
    private final Outputs outputs;
    private final StoredFiles files;
    private final Submissions submissions;

    TasksController(Tasks tasks, TaskFollower follower, Outputs outputs, StoredFiles files, Submissions submissions) {
        this.submissions = submissions;
        this.files = files;
        this.tasks = tasks;
        this.follower = follower;
        this.outputs = outputs;
    }

    @Operation(
            operationId = "submitTask",
            summary = "Start a task",
            description =
                    "As JSON, or as a form with the part 'spec' and any number of 'file' (its filename is the path in"
                            + " the workspace) and 'archive' (a tar, unpacked into the workspace). The same taskId or"
                            + " Idempotency-Key with the same spec is the same task.",
            requestBody =
                    @RequestBody(
                            required = true,
                            content = {
                                @Content(
                                        mediaType = MediaType.APPLICATION_JSON_VALUE,
                                        schema = @Schema(implementation = TaskSpec.class)),
                                @Content(
                                        mediaType = MediaType.MULTIPART_FORM_DATA_VALUE,
                                        schema = @Schema(implementation = TaskForm.class))
                            }),
            responses = {
                @ApiResponse(responseCode = "201", description = "The task was started"),
                @ApiResponse(responseCode = "200", description = "The same task had been started before")
            })
    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<TaskResult> submit(
            HttpServletRequest request,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
            @RequestParam(required = false) @Nullable String wait,
            @RequestParam(required = false) @Nullable String until)
            throws IOException {
        Bodies.TaskBody body = Bodies.task(request, caller);
        AuditedInputs.of(request, body.spec());
        return submissions.accept(body, caller, key, Parameters.wait(wait, until));
    }

    /** The same with files beside the spec, for callers such as curl. */
    @Operation(hidden = true)
    @PostMapping(consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    ResponseEntity<TaskResult> submitWithFiles(
            HttpServletRequest request,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
            @RequestParam(required = false) @Nullable String wait,
            @RequestParam(required = false) @Nullable String until)
            throws IOException, ServletException {
        Bodies.TaskBody body = new MultipartTasks(files).read(request, caller);
        AuditedInputs.of(request, body.spec());
        return submissions.accept(body, caller, key, Parameters.wait(wait, until));
    }

    @Operation(
            operationId = "listTasks",
            summary = "List tasks, newest first",
            description =
                    "state is one or more states, separated by commas; since and until are times or ages such as 24h;"
                            + " label is NAME=VALUE, any number of times; text is words that all must occur;"
                            + " cursor is 'next' of the page before.",
            parameters = {
                @Parameter(name = "project", in = ParameterIn.QUERY, schema = @Schema(type = "string")),
                @Parameter(name = "state", in = ParameterIn.QUERY, schema = @Schema(type = "string")),
                @Parameter(name = "since", in = ParameterIn.QUERY, schema = @Schema(type = "string")),
                @Parameter(name = "until", in = ParameterIn.QUERY, schema = @Schema(type = "string")),
                @Parameter(name = "label", in = ParameterIn.QUERY, schema = @Schema(type = "string")),
                @Parameter(name = "exitCode", in = ParameterIn.QUERY, schema = @Schema(type = "integer")),
                @Parameter(name = "text", in = ParameterIn.QUERY, schema = @Schema(type = "string")),
                @Parameter(name = "cursor", in = ParameterIn.QUERY, schema = @Schema(type = "string")),
                @Parameter(name = "limit", in = ParameterIn.QUERY, schema = @Schema(type = "integer"))
            })
    @GetMapping
    TaskPage list(
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller,
            @Parameter(hidden = true) @RequestParam MultiValueMap<String, String> parameters) {
        TaskFilters filters = new TaskFilters(parameters, Clock.systemUTC());
        ProjectId wanted = filters.project() == null ? caller.project() : filters.project();
        if (wanted != null && !caller.sees(wanted)) {
            return new TaskPage(List.of(), null);
        }
        int limit = filters.limit();
        List<TaskResult> found = tasks.list(filters.query(wanted), filters.states());
        boolean more = found.size() > limit;
        List<TaskResult> page = more ? found.subList(0, limit) : found;
        return new TaskPage(page, more ? page.get(limit - 1).taskId().value() : null);
    }

    @Operation(
            operationId = "getTask",
            summary = "Look at a task",
            description =
                    "With wait, such as 30s, it answers when the task has ended or after that time (at most 60s). Without,"
                            + " the answer has an ETag, and If-None-Match is understood.",
            responses = {
                @ApiResponse(responseCode = "200", description = "The task as it is now"),
                @ApiResponse(responseCode = "304", description = "It is as the caller knows it", content = @Content)
            })
    @GetMapping("/{id}")
    ResponseEntity<TaskResult> look(
            @PathVariable String id,
            @RequestParam(required = false) @Nullable String wait,
            @RequestParam(required = false) @Nullable String until) {
        TaskResult task = outputs.filled(follower.await(Parameters.taskId(id), Parameters.wait(wait, until)));
        ResponseEntity.BodyBuilder answer = ResponseEntity.ok();
        // Who waits is told of changes; who only looks, again and again, need not be sent the same again.
        return (wait == null ? answer.eTag(EntityTag.of(task)) : answer).body(task);
    }

    @Operation(
            operationId = "getSpec",
            summary = "What was asked for",
            description = "The spec as it was submitted, with everything that was left to defaults; values of variables"
                    + " whose names look secret are stars.",
            responses =
                    @ApiResponse(
                            responseCode = "200",
                            description = "The spec",
                            content = @Content(schema = @Schema(implementation = TaskSpec.class))))
    @GetMapping("/{id}/spec")
    String spec(@PathVariable String id) {
        return WITHOUT_NULLS.writeValueAsString(tasks.spec(Parameters.taskId(id)));
    }

    /** As Temporal has it, payloads readable: what {@code holdfast replay} runs through the workflow code. */
    @Operation(
            operationId = "getHistory",
            summary = "The events of a task's workflow",
            description = "In Temporal's JSON, with payloads readable: what a replay needs.",
            responses =
                    @ApiResponse(
                            responseCode = "200",
                            description = "The events",
                            content =
                                    @Content(
                                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                                            schema = @Schema(type = "object"))))
    @GetMapping("/{id}/history")
    String history(@PathVariable String id) {
        return tasks.history(Parameters.taskId(id));
    }

    @Operation(
            operationId = "cancelTask",
            summary = "End a task early",
            requestBody = @RequestBody(content = @Content(schema = @Schema(implementation = Cancellation.class))),
            responses = {
                @ApiResponse(responseCode = "202", description = "The task was asked to end"),
                @ApiResponse(responseCode = "200", description = "The task had ended already")
            })
    @PostMapping("/{id}/cancel")
    ResponseEntity<TaskResult> cancel(HttpServletRequest request, @PathVariable String id) throws IOException {
        TaskId taskId = Parameters.taskId(id);
        Cancellation asked = Bodies.optional(request, Cancellation.class);
        String reason = asked == null || asked.reason() == null ? "cancelled by its caller" : asked.reason();
        if (reason.length() > 500) {
            throw new InvalidFieldException("reason", "is longer than 500 characters");
        }
        AuditedInputs.of(request, new Cancellation(reason));
        TaskResult task = tasks.cancel(taskId, reason);
        return ResponseEntity.status(task.state().terminal() ? 200 : 202).body(task);
    }
}
