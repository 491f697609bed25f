package dev.holdfast.activities.sandbox.container;

import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.InternalServerErrorException;
import com.github.dockerjava.api.exception.NotFoundException;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts what engines say into our words, with what to do next. */
final class EngineErrors {
    private static final Pattern MESSAGE = Pattern.compile("\"message\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");

    /** What a part of the engine's message means. */
    private record Meaning(String part, SandboxError error, String advice) {}

    private static final List<Meaning> MEANINGS = List.of(
            new Meaning(
                    "rlimit type 7",
                    SandboxError.LIMIT_INVALID,
                    "limits.openFiles: the host does not allow that many; ask for less"),
            new Meaning("range of cpus", SandboxError.LIMIT_INVALID, "limits.cpus: the host has fewer; ask for less"),
            new Meaning("minimum memory limit", SandboxError.LIMIT_INVALID, "limits.memory: ask for more"),
            new Meaning(
                    "unknown runtime",
                    SandboxError.POLICY_REFUSED,
                    "runtime: the engine does not know it; configure it there or choose another"),
            new Meaning(
                    "invalid runtime",
                    SandboxError.POLICY_REFUSED,
                    "runtime: the engine does not know it; configure it there or choose another"),
            new Meaning(
                    "no space left on device", SandboxError.HOST_DISK_FULL, "the host's disk is full; free some space"),
            new Meaning(
                    "exec format error",
                    SandboxError.IMAGE_INVALID,
                    "image: it is built for another processor; choose one for this host"),
            new Meaning(
                    "invalid reference format",
                    SandboxError.IMAGE_INVALID,
                    "image: write a reference such as debian:bookworm-slim"));

    private EngineErrors() {}

    /** It will be over when the engine is asked again. */
    static boolean isAboutAProcessThatEnds(RuntimeException failure) {
        return failure instanceof InternalServerErrorException
                && message(failure).endsWith("no such process");
    }

    static SandboxException translate(RuntimeException failure, String doing) {
        if (failure instanceof SandboxException known) {
            return known;
        }
        String said = message(failure);
        for (Meaning meaning : MEANINGS) {
            if (said.toLowerCase(Locale.ROOT).contains(meaning.part())) {
                return new SandboxException(meaning.error(), meaning.advice() + " (" + said + ")", failure);
            }
        }
        return switch (failure) {
            case ConflictException conflict ->
                new SandboxException(SandboxError.NAME_TAKEN, doing + ": the engine refuses: " + said, failure);
            case NotFoundException missing ->
                new SandboxException(SandboxError.NOT_FOUND, doing + ": the engine does not have it: " + said, failure);
            case DockerException refused ->
                new SandboxException(SandboxError.INTERNAL, doing + ": the engine answered: " + said, failure);
            default -> unreachable(failure, doing, said);
        };
    }

    private static SandboxException unreachable(RuntimeException failure, String doing, String said) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SocketTimeoutException) {
                return new SandboxException(
                        SandboxError.ENGINE_UNAVAILABLE,
                        doing + ": the engine did not answer in time; see whether it is overloaded or hangs",
                        failure);
            }
            if (cause instanceof IOException) {
                return new SandboxException(
                        SandboxError.ENGINE_UNAVAILABLE,
                        doing + ": the engine does not answer (" + cause.getMessage() + "); start it again",
                        failure);
            }
        }
        return new SandboxException(SandboxError.INTERNAL, doing + " failed: " + said, failure);
    }

    /** The engine's own sentence, without the HTTP around it. */
    private static String message(RuntimeException failure) {
        String text = Objects.requireNonNullElse(
                failure.getMessage(), failure.getClass().getSimpleName());
        Matcher matcher = MESSAGE.matcher(text);
        return matcher.find() ? matcher.group(1).replace("\\\"", "\"") : text;
    }
}
