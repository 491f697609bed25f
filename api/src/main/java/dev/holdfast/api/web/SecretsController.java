package dev.holdfast.api.web;

import dev.holdfast.api.access.Caller;
import dev.holdfast.api.secrets.KeptSecrets;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.rest.Role;
import dev.holdfast.contract.rest.SecretList;
import dev.holdfast.contract.rest.SecretValue;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Secrets of projects: set, listed without their values, and removed. */
@RestController
@RequestMapping(path = "/v1/secrets", produces = MediaType.APPLICATION_JSON_VALUE)
class SecretsController {
    private final KeptSecrets secrets;

    SecretsController(KeptSecrets secrets) {
        this.secrets = secrets;
    }

    @Operation(
            operationId = "setSecret",
            summary = "Keep a secret for the tasks of a project",
            requestBody =
                    @RequestBody(
                            required = true,
                            content = @Content(schema = @Schema(implementation = SecretValue.class))),
            responses = @ApiResponse(responseCode = "204", description = "It is kept"))
    @Needs(Role.OPERATE)
    @PutMapping(path = "/{name}", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Void> set(
            HttpServletRequest request,
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller,
            @PathVariable String name,
            @RequestParam(required = false) @Nullable String project)
            throws IOException {
        SecretValue value = Bodies.optional(request, SecretValue.class);
        if (value == null) {
            throw new InvalidFieldException("body", "is missing; give value or base64");
        }
        secrets.keep(project(caller, project), name, value.bytes(), caller.name());
        return ResponseEntity.noContent().build();
    }

    @Operation(operationId = "listSecrets", summary = "List names of secrets, never values")
    @GetMapping
    SecretList list(
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller,
            @RequestParam(required = false) @Nullable String project) {
        Optional<ProjectId> wanted =
                project == null ? Optional.ofNullable(caller.project()) : Optional.of(project(caller, project));
        return new SecretList(secrets.list(wanted));
    }

    @Operation(
            operationId = "removeSecret",
            summary = "Remove a secret",
            responses = @ApiResponse(responseCode = "204", description = "It is gone"))
    @Needs(Role.OPERATE)
    @DeleteMapping("/{name}")
    ResponseEntity<Void> remove(
            @RequestAttribute(Caller.ATTRIBUTE) Caller caller,
            @PathVariable String name,
            @RequestParam(required = false) @Nullable String project) {
        if (!secrets.forget(project(caller, project), name)) {
            throw new UnknownSecret(name);
        }
        return ResponseEntity.noContent().build();
    }

    private static ProjectId project(Caller caller, @Nullable String written) {
        if (written != null) {
            ProjectId project = new ProjectId(written);
            caller.requireProject(project);
            return project;
        }
        return caller.project() == null ? ProjectId.DEFAULT : caller.project();
    }
}
