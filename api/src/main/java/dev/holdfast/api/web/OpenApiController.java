package dev.holdfast.api.web;

import io.swagger.v3.oas.annotations.Hidden;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The description of this API, as the build's tests generated it. */
@Hidden
@RestController
class OpenApiController {
    @GetMapping(path = "/v1/openapi.json", produces = MediaType.APPLICATION_JSON_VALUE)
    Resource document() {
        return new ClassPathResource("openapi.json");
    }
}
