package dev.holdfast.api.web;

import dev.holdfast.api.access.Caller;
import dev.holdfast.api.code.Sources;
import dev.holdfast.api.files.StoredFiles;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.rest.CodeFindings;
import dev.holdfast.contract.rest.DetectedProjects;
import dev.holdfast.contract.rest.ImageList;
import dev.holdfast.contract.rest.NewFiles;
import dev.holdfast.contract.rest.ProjectRequest;
import dev.holdfast.contract.rest.ValidationRequest;
import dev.holdfast.projects.detect.GoldenImages;
import dev.holdfast.projects.run.Goal;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Code: what it is, what is dangerous in it, and the task that builds or tests it. */
@RestController
@RequestMapping(path = "/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class ProjectsController {
    private final Sources sources;
    private final StoredFiles files;
    private final Submissions submissions;

    ProjectsController(Sources sources, StoredFiles files, Submissions submissions) {
        this.sources = sources;
        this.files = files;
        this.submissions = submissions;
    }

    @Operation(
            operationId = "detectProjects",
            summary = "Which projects some files make up, and why that is believed",
            requestBody =
                    @RequestBody(
                            required = true,
                            content = @Content(schema = @Schema(implementation = NewFiles.class))))
    @PostMapping(path = "/detect", consumes = MediaType.APPLICATION_JSON_VALUE)
    DetectedProjects detect(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        NewFiles asked = Bodies.required(request, NewFiles.class);
        requireReadable(request, asked.files(), caller);
        return sources.detect(asked.files());
    }

    @Operation(
            operationId = "validateCode",
            summary = "Dangerous calls, secrets and syntax errors in code, which is not run",
            requestBody =
                    @RequestBody(
                            required = true,
                            content = @Content(schema = @Schema(implementation = ValidationRequest.class))))
    @PostMapping(path = "/validate", consumes = MediaType.APPLICATION_JSON_VALUE)
    CodeFindings validate(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        ValidationRequest asked = Bodies.required(request, ValidationRequest.class);
        requireReadable(request, asked.files(), caller);
        return sources.validate(asked);
    }

    @Operation(
            operationId = "testProject",
            summary = "Start the task that tests a project",
            description = "Detects what it is, or does as its .holdfast.yml says. What its tests said is at"
                    + " /v1/tasks/{id}/tests.",
            requestBody =
                    @RequestBody(
                            required = true,
                            content = @Content(schema = @Schema(implementation = ProjectRequest.class))),
            responses = {
                @ApiResponse(responseCode = "201", description = "The task was started"),
                @ApiResponse(responseCode = "200", description = "The same task had been started before")
            })
    @PostMapping(path = "/test", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<TaskResult> test(
            HttpServletRequest request,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
            @RequestParam(required = false) @Nullable String wait,
            @RequestParam(required = false) @Nullable String until)
            throws IOException {
        return submissions.accept(task(request, caller, Goal.TEST), caller, key, Parameters.wait(wait, until));
    }

    @Operation(
            operationId = "buildProject",
            summary = "Start the task that builds a project",
            description = "Detects what it is, or does as its .holdfast.yml says.",
            requestBody =
                    @RequestBody(
                            required = true,
                            content = @Content(schema = @Schema(implementation = ProjectRequest.class))),
            responses = {
                @ApiResponse(responseCode = "201", description = "The task was started"),
                @ApiResponse(responseCode = "200", description = "The same task had been started before")
            })
    @PostMapping(path = "/build", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<TaskResult> build(
            HttpServletRequest request,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
            @RequestParam(required = false) @Nullable String wait,
            @RequestParam(required = false) @Nullable String until)
            throws IOException {
        return submissions.accept(task(request, caller, Goal.BUILD), caller, key, Parameters.wait(wait, until));
    }

    private Bodies.TaskBody task(HttpServletRequest request, Caller caller, Goal goal) throws IOException {
        ProjectRequest asked = Bodies.required(request, ProjectRequest.class);
        ProjectId project = asked.project() != null
                ? asked.project()
                : caller.project() != null ? caller.project() : ProjectId.DEFAULT;
        caller.requireProject(project);
        files.requireUploaded(TaskSpec.of().withFiles(asked.files()), caller);
        TaskSpec spec = sources.plan(asked, goal, project);
        AuditedInputs.of(request, spec);
        return Bodies.task(spec, asked.taskId());
    }

    @Operation(operationId = "listImages", summary = "The images that projects get when they name none")
    @GetMapping("/images")
    ImageList images() {
        return new ImageList(GoldenImages.all().entrySet().stream()
                .map(image -> new ImageList.Image(image.getKey().json(), image.getValue()))
                .toList());
    }

    /** Only the names go to the audit: what is in the files is the caller's, and may be much. */
    private void requireReadable(HttpServletRequest request, List<InputFile> given, Caller caller) {
        AuditedInputs.of(
                request, Map.of("files", given.stream().map(InputFile::path).toList()));
        files.requireUploaded(TaskSpec.of().withFiles(given), caller);
    }
}
