package dev.holdfast.api.web;

import dev.holdfast.activities.artifacts.ArtifactError;
import dev.holdfast.activities.artifacts.ArtifactException;
import dev.holdfast.activities.bundle.BundleException;
import dev.holdfast.api.access.Forbidden;
import dev.holdfast.api.files.UnknownUpload;
import dev.holdfast.api.files.UploadTooLarge;
import dev.holdfast.api.tasks.HistoryUnavailable;
import dev.holdfast.api.tasks.TaskConflict;
import dev.holdfast.api.tasks.TaskEngine;
import dev.holdfast.api.tasks.UnknownTask;
import dev.holdfast.contract.InvalidFieldException;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.multipart.MultipartException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import tools.jackson.core.JacksonException;

/** Every failure becomes a problem document (RFC 9457); only our own faults are logged with their trace. */
@RestControllerAdvice
class Problems extends ResponseEntityExceptionHandler {
    private static final Logger log = LoggerFactory.getLogger(Problems.class);
    private static final String RETRY_SECONDS = "2";

    @ExceptionHandler
    ResponseEntity<ProblemDetail> invalidField(InvalidFieldException failure) {
        return answer(JsonProblems.of(failure, ""));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> invalidJson(JacksonException failure) {
        return answer(JsonProblems.of(failure));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> invalidParameter(MethodArgumentTypeMismatchException failure) {
        Class<?> type = failure.getRequiredType();
        boolean number = type == int.class || type == long.class;
        return answer(ProblemType.INVALID_FIELD.field(
                failure.getName(),
                number
                        ? "is not a whole number that fits"
                        : type == boolean.class ? "is not true or false" : "is wrong"));
    }

    /** A content type that promises a form, and a body that is none. */
    @ExceptionHandler({MultipartException.class, InvalidParameterException.class})
    ResponseEntity<ProblemDetail> unreadableForm(RuntimeException failure) {
        return answer(ProblemType.BAD_REQUEST.detail(
                "the body is not the form that its Content-Type says it is; a form names its boundary there"));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> tooLarge(TooLarge failure) {
        String message = String.valueOf(failure.getMessage());
        return answer(
                failure.field() == null
                        ? ProblemType.TOO_LARGE.detail(message)
                        : ProblemType.TOO_LARGE.field(failure.field(), message));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> uploadTooLarge(UploadTooLarge failure) {
        return answer(ProblemType.TOO_LARGE.detail(String.valueOf(failure.getMessage())));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unknownUpload(UnknownUpload failure) {
        return answer(ProblemType.UNKNOWN_UPLOAD.field(failure.field(), String.valueOf(failure.getMessage())));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unknownArtifact(UnknownArtifact failure) {
        return answer(ProblemType.UNKNOWN_ARTIFACT.detail(String.valueOf(failure.getMessage())));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unknownFile(UnknownFile failure) {
        return answer(ProblemType.UNKNOWN_FILE.detail(String.valueOf(failure.getMessage())));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> storage(ArtifactException failure) {
        log.warn("{}: {}", failure.code(), failure.getMessage());
        return failure.error() == ArtifactError.BLOB_MISSING
                ? answer(ProblemType.UNKNOWN_ARTIFACT.detail("its bytes are no longer stored"))
                : later(ProblemType.STORAGE_UNAVAILABLE.detail(failure.getMessage()));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> forbidden(Forbidden failure) {
        return answer(ProblemType.FORBIDDEN.detail(String.valueOf(failure.getMessage())));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unknownToken(UnknownToken failure) {
        return answer(ProblemType.UNKNOWN_TOKEN.detail(String.valueOf(failure.getMessage())));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unknownSecret(UnknownSecret failure) {
        return answer(ProblemType.UNKNOWN_SECRET.detail(String.valueOf(failure.getMessage())));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> invalidBundle(BundleException failure) {
        return answer(ProblemType.INVALID_BUNDLE.detail(String.valueOf(failure.getMessage())));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unknownTask(UnknownTask failure) {
        return answer(ProblemType.UNKNOWN_TASK.detail(String.valueOf(failure.getMessage())));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> conflict(TaskConflict failure) {
        return answer(ProblemType.TASK_CONFLICT.detail(String.valueOf(failure.getMessage())));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> refused(TaskEngine.Refused failure) {
        return answer(ProblemType.REFUSED.detail(String.valueOf(failure.getMessage())));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> busy(TaskEngine.Busy failure) {
        return later(ProblemType.TASK_BUSY.detail(failure.getMessage() + "; ask the same again in a moment"));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> engineUnavailable(TaskEngine.Unavailable failure) {
        log.warn("{}: {}", failure.getMessage(), String.valueOf(failure.getCause()));
        return later(ProblemType.ENGINE_UNAVAILABLE.detail(failure.getMessage() + "; try again in a moment"));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> historyUnavailable(HistoryUnavailable failure) {
        log.warn(
                "{}: {}",
                failure.getMessage(),
                String.valueOf(failure.getCause()).lines().findFirst().orElse(""));
        return later(ProblemType.HISTORY_UNAVAILABLE.detail(failure.getMessage() + "; try again in a moment"));
    }

    @ExceptionHandler(Exception.class)
    ResponseEntity<ProblemDetail> fault(Exception failure) {
        log.error("A request failed by a fault of our own", failure);
        return answer(ProblemType.INTERNAL.detail("the API's log says more"));
    }

    /** What Spring itself refuses, in our own words and with our own types. */
    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception failure, @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        ProblemType type = switch (status.value()) {
            case 404 -> ProblemType.NOT_FOUND;
            case 405 -> ProblemType.METHOD_NOT_ALLOWED;
            case 406 -> ProblemType.NOT_ACCEPTABLE;
            case 413 -> ProblemType.TOO_LARGE;
            case 415 -> ProblemType.UNSUPPORTED_MEDIA_TYPE;
            default -> status.is5xxServerError() ? ProblemType.INTERNAL : ProblemType.BAD_REQUEST;
        };
        String said =
                failure instanceof ErrorResponse response ? response.getBody().getDetail() : null;
        ProblemDetail detail = type.detail(said == null ? type.status().getReasonPhrase() : said);
        return super.handleExceptionInternal(failure, detail, headers, type.status(), request);
    }

    private static ResponseEntity<ProblemDetail> answer(ProblemDetail problem) {
        return ResponseEntity.status(problem.getStatus())
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }

    private static ResponseEntity<ProblemDetail> later(ProblemDetail problem) {
        return ResponseEntity.status(problem.getStatus())
                .header(HttpHeaders.RETRY_AFTER, RETRY_SECONDS)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }
}
