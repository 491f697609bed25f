package dev.holdfast.api.web;

import dev.holdfast.api.access.Caller;
import dev.holdfast.api.access.Forbidden;
import dev.holdfast.api.access.Tokens;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.rest.NewToken;
import dev.holdfast.contract.rest.Role;
import dev.holdfast.contract.rest.TokenList;
import dev.holdfast.contract.rest.TokenRequest;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tokens: made, listed and revoked by operators of the whole installation. */
@RestController
@Needs(Role.OPERATE)
@RequestMapping(path = "/v1/tokens", produces = MediaType.APPLICATION_JSON_VALUE)
class TokensController {
    private final Tokens tokens;

    TokensController(Tokens tokens) {
        this.tokens = tokens;
    }

    @Operation(
            operationId = "createToken",
            summary = "Make a token",
            requestBody =
                    @RequestBody(
                            required = true,
                            content = @Content(schema = @Schema(implementation = TokenRequest.class))),
            responses = @ApiResponse(responseCode = "201", description = "The token, shown this once"))
    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<NewToken> create(HttpServletRequest request, @RequestAttribute(Caller.ATTRIBUTE) Caller caller)
            throws IOException {
        requireWhole(caller);
        TokenRequest asked = Bodies.optional(request, TokenRequest.class);
        if (asked == null) {
            throw new InvalidFieldException("body", "is missing; give at least name and role");
        }
        return ResponseEntity.status(201).body(tokens.create(asked, caller));
    }

    @Operation(operationId = "listTokens", summary = "List all tokens")
    @GetMapping
    TokenList list(@RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        requireWhole(caller);
        return new TokenList(tokens.list());
    }

    @Operation(
            operationId = "revokeToken",
            summary = "End a token",
            responses = @ApiResponse(responseCode = "204", description = "It is no longer valid"))
    @DeleteMapping("/{token}")
    ResponseEntity<Void> revoke(@PathVariable String token, @RequestAttribute(Caller.ATTRIBUTE) Caller caller) {
        requireWhole(caller);
        if (!tokens.revoke(token)) {
            throw new UnknownToken(token);
        }
        return ResponseEntity.noContent().build();
    }

    private static void requireWhole(Caller caller) {
        if (caller.project() != null) {
            throw new Forbidden("the token is confined to project '" + caller.project()
                    + "'; tokens are managed with one that sees all projects");
        }
    }
}
