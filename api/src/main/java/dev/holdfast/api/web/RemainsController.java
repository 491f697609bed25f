package dev.holdfast.api.web;

import dev.holdfast.activities.bundle.BundleReader;
import dev.holdfast.activities.bundle.BundleWriter;
import dev.holdfast.activities.diff.TaskComparison;
import dev.holdfast.api.access.Caller;
import dev.holdfast.api.tasks.HistoryUnavailable;
import dev.holdfast.api.tasks.Reruns;
import dev.holdfast.api.tasks.Submission;
import dev.holdfast.api.tasks.Tasks;
import dev.holdfast.api.tasks.UnknownTask;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.rest.RerunRequest;
import dev.holdfast.contract.rest.TaskDiff;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What can be done with a task that has ended: run it again, take it away, bring it here, compare it. */
@RestController
@RequestMapping("/v1")
class RemainsController {
    private final Tasks tasks;
    private final Reruns reruns;
    private final Submissions submissions;
    private final BundleWriter writer;
    private final BundleReader reader;
    private final TaskComparison comparison;

    RemainsController(
            Tasks tasks,
            Reruns reruns,
            Submissions submissions,
            BundleWriter writer,
            BundleReader reader,
            TaskComparison comparison) {
        this.tasks = tasks;
        this.reruns = reruns;
        this.submissions = submissions;
        this.writer = writer;
        this.reader = reader;
        this.comparison = comparison;
    }

    /** Starts a new task from the same spec, the same files and the same image. */
    @Operation(
            operationId = "rerunTask",
            summary = "Run a task again from the same inputs",
            requestBody = @RequestBody(content = @Content(schema = @Schema(implementation = RerunRequest.class))),
            responses = {
                @ApiResponse(responseCode = "201", description = "The new task was started"),
                @ApiResponse(responseCode = "200", description = "It had been started before")
            })
    @PostMapping(path = "/tasks/{id}/rerun", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<TaskResult> rerun(
            HttpServletRequest request,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller,
            @PathVariable String id,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key)
            throws IOException {
        RerunRequest given = Bodies.optional(request, RerunRequest.class);
        RerunRequest asked = given == null ? new RerunRequest(null, null, null) : given;
        Submission submission = reruns.of(Parameters.taskId(id), asked, key, caller.name());
        AuditedInputs.of(request, submission.spec());
        return submissions.accept(submission, caller, Parameters.wait(null, null));
    }

    /** The task as one file (docs/bundle.md). */
    @Operation(
            operationId = "exportTask",
            summary = "A task as one file",
            responses =
                    @ApiResponse(
                            responseCode = "200",
                            description = "The bundle",
                            content =
                                    @Content(
                                            mediaType = "application/gzip",
                                            schema = @Schema(type = "string", format = "binary"))))
    @GetMapping("/tasks/{id}/bundle")
    void export(@PathVariable String id, HttpServletResponse response) throws IOException {
        TaskId taskId = Parameters.taskId(id);
        if (tasks.find(taskId).isEmpty()) {
            throw new UnknownTask(id);
        }
        try (BundleWriter.Prepared bundle = writer.prepare(taskId, tasks.workflow(taskId))) {
            response.setContentType("application/gzip");
            response.setHeader("Content-Disposition", "attachment; filename=\"" + taskId + ".holdfast.tgz\"");
            response.setHeader("X-Content-Type-Options", "nosniff");
            response.setHeader("ETag", "\"" + bundle.id() + "\"");
            bundle.writeTo(response.getOutputStream());
        }
    }

    /**
     * Takes in a task that ran elsewhere, when nothing in its bundle was changed.
     *
     * @param as another id than its own
     */
    @Operation(
            operationId = "importTask",
            summary = "Take in a task that ran elsewhere",
            requestBody =
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = MediaType.APPLICATION_OCTET_STREAM_VALUE,
                                            schema = @Schema(type = "string", format = "binary"))),
            responses = @ApiResponse(responseCode = "201", description = "It is here"))
    @PostMapping(path = "/bundles", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<TaskResult> bring(
            HttpServletRequest request,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller,
            @RequestParam(required = false) @Nullable String as)
            throws IOException {
        TaskResult task = reader.read(
                request.getInputStream(), as == null ? null : new TaskId(as), caller.name(), caller::requireProject);
        return ResponseEntity.status(201)
                .location(URI.create("/v1/tasks/" + task.taskId()))
                .body(task);
    }

    /**
     * How this task differs from another.
     *
     * @param base the other one, which counts as before
     */
    @Operation(operationId = "diffTasks", summary = "How a task differs from another")
    @GetMapping(path = "/tasks/{id}/diff", produces = MediaType.APPLICATION_JSON_VALUE)
    TaskDiff diff(
            @PathVariable String id, @RequestAttribute(Caller.ATTRIBUTE) Caller caller, @RequestParam String base) {
        TaskId before = Parameters.taskId(base);
        if (tasks.find(before).filter(task -> caller.sees(task.project())).isEmpty()) {
            throw new UnknownTask(base);
        }
        return HistoryUnavailable.unless(() -> comparison.compare(before, Parameters.taskId(id)))
                .orElseThrow(() -> new UnknownTask(id));
    }
}
