package dev.holdfast.api.web;

import dev.holdfast.api.files.StoredFiles;
import dev.holdfast.api.tasks.Tasks;
import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.Durations;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.rest.ArtifactLink;
import dev.holdfast.contract.rest.ArtifactPage;
import dev.holdfast.contract.rest.Role;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What tasks left behind. */
@RestController
class ArtifactsController {
    private static final int MOST_LISTED = 1000;

    private final Tasks tasks;
    private final StoredFiles files;
    private final ArtifactDownload download;

    ArtifactsController(Tasks tasks, StoredFiles files) {
        this.tasks = tasks;
        this.files = files;
        this.download = new ArtifactDownload(files);
    }

    /**
     * @param cursor {@code next} of the page before
     */
    @Operation(operationId = "listArtifacts", summary = "List the files that a task left behind")
    @GetMapping(path = "/v1/tasks/{id}/artifacts", produces = MediaType.APPLICATION_JSON_VALUE)
    ArtifactPage list(
            @PathVariable String id,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "1000") int limit) {
        if (limit < 1 || limit > MOST_LISTED) {
            throw new InvalidFieldException("limit", limit + " is not between 1 and " + MOST_LISTED);
        }
        List<Artifact> found = tasks.artifacts(Parameters.taskId(id), cursor, limit + 1);
        boolean more = found.size() > limit;
        List<Artifact> page = more ? found.subList(0, limit) : found;
        return new ArtifactPage(page, more ? page.get(limit - 1).path() : null);
    }

    /**
     * The bytes of one artifact; ranges are supported.
     *
     * @param path as the list has it
     */
    @Operation(
            operationId = "downloadArtifact",
            summary = "The bytes of one artifact",
            description = "Range, If-Range and If-None-Match are understood; the ETag is the sha256.",
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
    @GetMapping("/v1/tasks/{id}/artifacts/content")
    void content(
            @PathVariable String id,
            @RequestParam String path,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        download.send(complete(id, path), request, response);
    }

    /**
     * An address of the storage itself. Whoever has it needs no token, so who had it made goes to the audit.
     *
     * @param path as the list has it
     * @param lifetime at most 7 days
     */
    @Operation(
            operationId = "linkArtifact",
            summary = "An address from which anybody may download one artifact for a while",
            description = "The bytes come from the storage and not through the API; ranges work there, too.")
    @Needs(Role.READ)
    @PostMapping(path = "/v1/tasks/{id}/artifacts/link", produces = MediaType.APPLICATION_JSON_VALUE)
    ArtifactLink link(
            @PathVariable String id, @RequestParam String path, @RequestParam(defaultValue = "15m") String lifetime) {
        return files.link(complete(id, path), Durations.parse("lifetime", lifetime));
    }

    private Artifact complete(String id, String path) {
        return tasks.artifact(Parameters.taskId(id), path)
                .filter(found -> found.status() == Artifact.Status.COMPLETE)
                .orElseThrow(() -> new UnknownArtifact(path));
    }
}
