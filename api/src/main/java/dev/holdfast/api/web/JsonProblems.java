package dev.holdfast.api.web;

import dev.holdfast.contract.InvalidFieldException;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.http.ProblemDetail;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Says which part of a body is wrong, in the words of the body. */
final class JsonProblems {
    private JsonProblems() {}

    static ProblemDetail of(JacksonException failure) {
        String path = path(failure.getPath());
        if (failure instanceof UnrecognizedPropertyException unknown) {
            return ProblemType.UNKNOWN_FIELD.field(path, "is not a known field; known are " + known(unknown));
        }
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof InvalidFieldException invalid) {
                return of(invalid, path);
            }
        }
        if (failure instanceof StreamReadException malformed) {
            return ProblemType.MALFORMED_JSON.detail(
                    "line " + malformed.getLocation().getLineNr() + ", column "
                            + malformed.getLocation().getColumnNr() + ": " + malformed.getOriginalMessage());
        }
        String expected = failure instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null
                ? "has the wrong form; expected " + words(mismatch.getTargetType())
                : "cannot be accepted";
        return ProblemType.INVALID_FIELD.field(path.isEmpty() ? "body" : path, expected);
    }

    static ProblemDetail of(InvalidFieldException invalid, String path) {
        String plain = path.replaceAll("\\[[0-9]+]", "");
        String named = invalid.field();
        String field =
                path.isEmpty() ? named : named.startsWith(plain + ".") ? path + named.substring(plain.length()) : path;
        String message = String.valueOf(invalid.getMessage());
        return ProblemType.INVALID_FIELD.field(
                field, message.substring(Math.min(message.length(), named.length() + 2)));
    }

    private static String path(List<JacksonException.Reference> references) {
        StringBuilder path = new StringBuilder();
        for (JacksonException.Reference reference : references) {
            if (reference.getPropertyName() == null) {
                path.append('[').append(reference.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(reference.getPropertyName());
            }
        }
        return path.toString();
    }

    private static String known(UnrecognizedPropertyException unknown) {
        return unknown.getKnownPropertyIds() == null
                ? "others"
                : unknown.getKnownPropertyIds().stream()
                        .map(Object::toString)
                        .sorted()
                        .collect(Collectors.joining(", "));
    }

    private static String words(Class<?> type) {
        return switch (type.getSimpleName()) {
            case "Duration" -> "a duration such as PT30S";
            case "Instant" -> "a time such as 2026-01-31T12:00:00Z";
            case "String" -> "a string";
            case "boolean", "Boolean" -> "true or false";
            case "int", "Integer", "long", "Long" -> "a whole number";
            case "double", "Double" -> "a number";
            case "List", "ArrayList" -> "an array";
            case "Command" -> "an array of arguments or a shell line";
            default -> type.isEnum() ? "a word" : "an object";
        };
    }
}
