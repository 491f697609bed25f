package dev.holdfast.activities.task;

import dev.holdfast.activities.artifacts.ArtifactException;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.secrets.SecretException;
import dev.holdfast.contract.InvalidFieldException;
import io.temporal.failure.ApplicationFailure;
import java.util.function.Supplier;

/** Turns what an adapter could not do into what the workflow understands: a stable type, and whether to try again. */
final class ActivityFailures {
    private ActivityFailures() {}

    static <T> T translated(Supplier<T> work) {
        try {
            return work.get();
        } catch (SandboxException e) {
            throw failure(e.code(), e.retryable(), e);
        } catch (ArtifactException e) {
            throw failure(e.code(), e.retryable(), e);
        } catch (SecretException e) {
            throw failure(e.code(), false, e);
        } catch (CodeBlockedException e) {
            throw failure(CodeBlockedException.CODE, false, e);
        } catch (InvalidFieldException e) {
            throw failure("invalid_field", false, e);
        }
    }

    static ApplicationFailure failure(SandboxException e) {
        return failure(e.code(), e.retryable(), e);
    }

    private static ApplicationFailure failure(String code, boolean retryable, RuntimeException e) {
        return ApplicationFailure.newBuilder()
                .setMessage(e.getMessage())
                .setType(code)
                .setNonRetryable(!retryable)
                .setCause(e.getCause())
                .build();
    }
}
