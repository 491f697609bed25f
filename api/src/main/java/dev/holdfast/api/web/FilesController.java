package dev.holdfast.api.web;

import dev.holdfast.api.access.Caller;
import dev.holdfast.api.files.StoredFiles;
import dev.holdfast.contract.rest.StoredFile;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RestController;

/** Uploads that tasks name by their hash. */
@RestController
class FilesController {
    private final StoredFiles files;

    FilesController(StoredFiles files) {
        this.files = files;
    }

    /** The body is the file, whatever its content type says. The same content is stored once. */
    @Operation(
            operationId = "uploadFile",
            summary = "Bring a file that tasks name by its hash",
            requestBody =
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = MediaType.APPLICATION_OCTET_STREAM_VALUE,
                                            schema = @Schema(type = "string", format = "binary"))),
            responses = @ApiResponse(responseCode = "201", description = "It is stored"))
    @PostMapping(
            path = "/v1/files",
            consumes = {MediaType.APPLICATION_OCTET_STREAM_VALUE, "application/x-tar"},
            produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<StoredFile> upload(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        return ResponseEntity.status(201)
                .body(files.upload(request.getInputStream(), request.getContentLengthLong(), caller));
    }
}
