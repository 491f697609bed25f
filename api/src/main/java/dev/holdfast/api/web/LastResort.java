package dev.holdfast.api.web;

import io.swagger.v3.oas.annotations.Operation;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What the server itself refuses, before any operation was found, is a problem document like every other. */
@RestController
class LastResort implements ErrorController {
    @Operation(hidden = true)
    @RequestMapping("/error")
    ResponseEntity<ProblemDetail> answer(HttpServletRequest request) {
        int code = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer given ? given : 404;
        HttpStatus status = HttpStatus.resolve(code);
        ProblemDetail problem = of(status == null ? HttpStatus.INTERNAL_SERVER_ERROR : status);
        problem.setStatus(code);
        return ResponseEntity.status(problem.getStatus())
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }

    private static ProblemDetail of(HttpStatus status) {
        return switch (status) {
            case NOT_FOUND -> ProblemType.NOT_FOUND.detail("there is nothing at this address");
            case METHOD_NOT_ALLOWED -> ProblemType.METHOD_NOT_ALLOWED.detail("this method is not allowed here");
            case FORBIDDEN -> ProblemType.FORBIDDEN.detail("this is not allowed");
            case CONTENT_TOO_LARGE -> ProblemType.TOO_LARGE.detail("the body is too large");
            default ->
                status.is4xxClientError()
                        ? ProblemType.BAD_REQUEST.detail("the request cannot be understood")
                        : ProblemType.INTERNAL.detail("something went wrong in Holdfast; its log says what");
        };
    }
}
