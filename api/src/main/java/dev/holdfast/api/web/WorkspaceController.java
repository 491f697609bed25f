package dev.holdfast.api.web;

import dev.holdfast.api.files.StoredFiles;
import dev.holdfast.api.tasks.TaskEngine;
import dev.holdfast.api.tasks.Tasks;
import dev.holdfast.api.tasks.UnknownTask;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.rest.StoredFile;
import dev.holdfast.contract.rest.WorkspacePage;
import dev.holdfast.workflows.SandboxActivities.Look;
import dev.holdfast.workflows.SandboxActivities.Looked;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The workspaces of open tasks while they are there. What is left of a task that ended are its artifacts. */
@RestController
@RequestMapping("/v1/tasks/{id}/workspace")
class WorkspaceController {
    private static final int MOST_LISTED = 1000;
    private static final int LONGEST_PATH = 4096;
    private static final Duration LISTING = Duration.ofSeconds(30);
    private static final Duration FETCHING = Duration.ofMinutes(5);

    private final TaskEngine engine;
    private final Tasks tasks;
    private final ArtifactDownload download;

    WorkspaceController(TaskEngine engine, Tasks tasks, StoredFiles files) {
        this.engine = engine;
        this.tasks = tasks;
        this.download = new ArtifactDownload(files);
    }

    @Operation(
            operationId = "listWorkspace",
            summary = "List the files in the workspace of an open task",
            description =
                    "path is a directory, the whole workspace when left out; cursor is 'next' of the page before.")
    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    WorkspacePage list(
            @PathVariable String id,
            @RequestParam(defaultValue = ".") String path,
            @RequestParam(defaultValue = "false") boolean recursive,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "200") int limit) {
        if (limit < 1 || limit > MOST_LISTED) {
            throw new InvalidFieldException("limit", limit + " is not between 1 and " + MOST_LISTED);
        }
        if (cursor != null) {
            checked("cursor", cursor);
        }
        return Objects.requireNonNull(
                look(id, new Look(checked("path", path), false, recursive, limit, cursor), LISTING)
                        .page());
    }

    @Operation(
            operationId = "readWorkspaceFile",
            summary = "The bytes of one file in the workspace of an open task; of a directory, a tar archive",
            description = "Range and If-None-Match are understood; the ETag is the sha256.",
            responses = {
                @ApiResponse(
                        responseCode = "200",
                        description = "The whole file",
                        content =
                                @Content(
                                        mediaType = MediaType.ALL_VALUE,
                                        schema = @Schema(type = "string", format = "binary"))),
                @ApiResponse(
                        responseCode = "206",
                        description = "A part of it",
                        content =
                                @Content(
                                        mediaType = MediaType.ALL_VALUE,
                                        schema = @Schema(type = "string", format = "binary"))),
                @ApiResponse(responseCode = "304", description = "The caller has it already"),
                @ApiResponse(responseCode = "416", description = "It has no such part")
            })
    @GetMapping("/content")
    void content(
            @PathVariable String id,
            @RequestParam String path,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        StoredFile file =
                Objects.requireNonNull(look(id, new Look(checked("path", path), true, false, 1, null), FETCHING)
                        .content());
        download.send(
                new Artifact(path, Artifact.Status.COMPLETE, file.size(), file.sha256(), null, null, null),
                request,
                response);
    }

    private Looked look(String id, Look look, Duration patience) {
        TaskId taskId = Parameters.taskId(id);
        if (tasks.find(taskId).isEmpty()) {
            throw new UnknownTask(id);
        }
        Looked looked = engine.look(taskId, look, patience);
        if (looked.missing() != null) {
            throw new UnknownFile(looked.missing());
        }
        return looked;
    }

    /** The sandbox keeps it inside; here only what no path can be is refused. */
    private static String checked(String field, String path) {
        if (path.isEmpty()
                || path.length() > LONGEST_PATH
                || path.indexOf('\0') >= 0
                || path.startsWith("/")
                || List.of(path.split("/", -1)).contains("..")) {
            throw new InvalidFieldException(field, "is not a path within the workspace");
        }
        return path;
    }
}
