package dev.holdfast.api.web;

import dev.holdfast.activities.temporal.RemoteCodec;
import dev.holdfast.contract.rest.Role;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Temporal's protocol of a remote codec: its UI and its command line send payloads and get them back readable. Tasks of
 * every project pass here, so only operators may ask.
 */
@RestController
@RequestMapping(path = CodecController.PATH, produces = MediaType.APPLICATION_JSON_VALUE)
@Needs(Role.OPERATE)
class CodecController {
    static final String PATH = "/v1/codec";
    /** A page of events has many payloads. */
    private static final int MOST_BYTES = 16 << 20;

    private final RemoteCodec codec;

    CodecController(RemoteCodec codec) {
        this.codec = codec;
    }

    @Operation(
            operationId = "decodePayloads",
            summary = "Make payloads readable, in Temporal's codec protocol",
            requestBody =
                    @RequestBody(
                            required = true,
                            content = @Content(schema = @Schema(implementation = Payloads.class))),
            responses =
                    @ApiResponse(
                            responseCode = "200",
                            description = "The same payloads, in the same order",
                            content =
                                    @Content(
                                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                                            schema = @Schema(implementation = Payloads.class))))
    @PostMapping("/decode")
    String decode(HttpServletRequest request) throws IOException {
        return codec.decode(body(request));
    }

    @Operation(
            operationId = "encodePayloads",
            summary = "Encrypt payloads, in Temporal's codec protocol",
            requestBody =
                    @RequestBody(
                            required = true,
                            content = @Content(schema = @Schema(implementation = Payloads.class))),
            responses =
                    @ApiResponse(
                            responseCode = "200",
                            description = "The same payloads, in the same order",
                            content =
                                    @Content(
                                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                                            schema = @Schema(implementation = Payloads.class))))
    @PostMapping("/encode")
    String encode(HttpServletRequest request) throws IOException {
        return codec.encode(body(request));
    }

    private static String body(HttpServletRequest request) throws IOException {
        byte[] body = request.getInputStream().readNBytes(MOST_BYTES + 1);
        if (body.length > MOST_BYTES) {
            throw new TooLarge("at most " + MOST_BYTES + " bytes of payloads can be sent at once");
        }
        return new String(body, StandardCharsets.UTF_8);
    }
}
