package dev.holdfast.activities.task;

import dev.holdfast.activities.sandbox.SandboxException;
import io.temporal.failure.ApplicationFailure;
import java.util.function.Supplier;

/** Turns what an adapter could not do into what the workflow understands: a stable type, and whether to try again. */
final class SandboxFailures {
    private SandboxFailures() {}

    static <T> T translated(Supplier<T> work) {
        try {
            return work.get();
        } catch (SandboxException e) {
            throw failure(e);
        }
    }

    static ApplicationFailure failure(SandboxException e) {
        return ApplicationFailure.newBuilder()
                .setMessage(e.getMessage())
                .setType(e.code())
                .setNonRetryable(!e.retryable())
                .setCause(e.getCause())
                .build();
    }
}
