package dev.holdfast.api.web;

import java.net.URI;
import java.util.Locale;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/** The kinds of refusal. Their names are part of the API: clients switch on them. */
enum ProblemType {
    INVALID_FIELD(HttpStatus.BAD_REQUEST, "A field cannot be accepted"),
    UNKNOWN_FIELD(HttpStatus.BAD_REQUEST, "A field is not known"),
    MALFORMED_JSON(HttpStatus.BAD_REQUEST, "The body is not JSON"),
    BAD_REQUEST(HttpStatus.BAD_REQUEST, "The request cannot be understood"),
    FORBIDDEN(HttpStatus.FORBIDDEN, "The token may not do this"),
    UNKNOWN_SECRET(HttpStatus.NOT_FOUND, "There is no such secret"),
    UNKNOWN_TOKEN(HttpStatus.NOT_FOUND, "There is no such token"),
    UNKNOWN_TASK(HttpStatus.NOT_FOUND, "There is no such task"),
    UNKNOWN_FILE(HttpStatus.NOT_FOUND, "There is no such file in the workspace"),
    UNKNOWN_ARTIFACT(HttpStatus.NOT_FOUND, "There is no such artifact"),
    NOT_FOUND(HttpStatus.NOT_FOUND, "There is nothing at this address"),
    METHOD_NOT_ALLOWED(HttpStatus.METHOD_NOT_ALLOWED, "The method is not allowed here"),
    NOT_ACCEPTABLE(HttpStatus.NOT_ACCEPTABLE, "The answer cannot be given in that form"),
    REFUSED(HttpStatus.CONFLICT, "The task does not take this"),
    TASK_CONFLICT(HttpStatus.CONFLICT, "The task id is taken"),
    TOO_LARGE(HttpStatus.CONTENT_TOO_LARGE, "The body is too large"),
    INVALID_BUNDLE(HttpStatus.UNPROCESSABLE_CONTENT, "The bundle cannot be taken"),
    UNKNOWN_UPLOAD(HttpStatus.UNPROCESSABLE_CONTENT, "A file was not uploaded"),
    UNSUPPORTED_MEDIA_TYPE(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "The body has the wrong content type"),
    INTERNAL(HttpStatus.INTERNAL_SERVER_ERROR, "Something went wrong in Holdfast"),
    TASK_BUSY(HttpStatus.SERVICE_UNAVAILABLE, "The task has not taken this yet"),
    ENGINE_UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE, "Temporal does not answer"),
    STORAGE_UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE, "The storage of files does not answer"),
    HISTORY_UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE, "The run history does not answer");

    private final HttpStatus status;
    private final String title;

    ProblemType(HttpStatus status, String title) {
        this.status = status;
        this.title = title;
    }

    HttpStatus status() {
        return status;
    }

    ProblemDetail detail(String detail) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
        problem.setType(URI.create(
                "urn:holdfast:problem:" + name().toLowerCase(Locale.ROOT).replace('_', '-')));
        problem.setTitle(title);
        return problem;
    }

    ProblemDetail field(String field, String detail) {
        ProblemDetail problem = detail(field + ": " + detail);
        problem.setProperty("field", field);
        return problem;
    }
}
