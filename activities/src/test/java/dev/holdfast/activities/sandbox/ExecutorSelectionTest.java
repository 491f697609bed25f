package dev.holdfast.activities.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Receipt;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExecutorSelectionTest {
    private final SandboxException noEngine =
            new SandboxException(SandboxError.ENGINE_UNAVAILABLE, "no container engine answers; start one");

    @Test
    void autoTakesTheEngineThatAnswers() {
        ExecutorSelection.Selected selected = select(Executor.AUTO, null, null);

        assertThat(selected.executor()).isEqualTo(Executor.DOCKER);
        assertThat(selected.reason()).isEqualTo("auto: Fake 1.0 answers");
        assertThat(selected.warnings()).isEmpty();
    }

    @Test
    void autoFallsBackToLocalWhenNoEngineAnswersAndSaysWhyAndWhatToDo() {
        ExecutorSelection.Selected selected = select(Executor.AUTO, noEngine, null);

        assertThat(selected.executor()).isEqualTo(Executor.LOCAL);
        assertThat(selected.reason()).contains("no container engine can be used");
        assertThat(selected.warnings())
                .singleElement()
                .asString()
                .contains("no isolation", "no container engine answers", "ensure-engine");
    }

    @Test
    void autoFallsBackToLocalWhenTheImageCannotBeHad() {
        for (SandboxError error : List.of(SandboxError.IMAGE_MISSING, SandboxError.IMAGE_PULL_TIMEOUT)) {
            SandboxException problem = new SandboxException(error, "image: 'x' cannot be pulled");

            ExecutorSelection.Selected selected = select(Executor.AUTO, null, problem);

            assertThat(selected.executor()).isEqualTo(Executor.LOCAL);
            assertThat(selected.reason()).contains("the image cannot be had");
            assertThat(selected.warnings().getFirst()).contains("image: 'x'");
        }
    }

    @Test
    void otherProblemsAreNoReasonToGiveIsolationUp() {
        SandboxException invalid = new SandboxException(SandboxError.IMAGE_INVALID, "image: for another processor");

        assertThatThrownBy(() -> select(Executor.AUTO, null, invalid)).isSameAs(invalid);
    }

    @Test
    void anEngineThatWasAskedForNeverFallsBack() {
        for (Executor asked : List.of(Executor.DOCKER, Executor.PODMAN)) {
            assertThatThrownBy(() -> select(asked, noEngine, null)).isSameAs(noEngine);
            SandboxException missing = new SandboxException(SandboxError.IMAGE_MISSING, "image: none");
            assertThatThrownBy(() -> select(asked, null, missing)).isSameAs(missing);
        }
        assertThat(select(Executor.DOCKER, null, null).reason()).isEqualTo("docker was asked for: Fake 1.0");
    }

    @Test
    void localIsGivenWithAWarning() {
        ExecutorSelection.Selected selected = select(Executor.LOCAL, noEngine, null);

        assertThat(selected.executor()).isEqualTo(Executor.LOCAL);
        assertThat(selected.warnings().getFirst()).contains("no isolation");
    }

    private static ExecutorSelection.Selected select(
            Executor asked, @Nullable SandboxException engineProblem, @Nullable SandboxException imageProblem) {
        return new ExecutorSelection(executor -> {
                    if (executor == Executor.LOCAL) {
                        return new FakeProvider(Executor.LOCAL, null);
                    }
                    if (engineProblem != null) {
                        throw engineProblem;
                    }
                    return new FakeProvider(executor == Executor.AUTO ? Executor.DOCKER : executor, imageProblem);
                })
                .select(asked, null, Progress.NONE);
    }

    /** Knows its name and whether its image can be had. */
    private record FakeProvider(Executor executor, @Nullable SandboxException imageProblem) implements SandboxProvider {
        @Override
        public String description() {
            return "Fake 1.0";
        }

        @Override
        public void ensureImage(@Nullable String image, Progress progress) {
            if (imageProblem != null) {
                throw imageProblem;
            }
        }

        @Override
        public SandboxHandle start(SandboxRequest request, Progress progress) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<SandboxHandle> recover(SandboxId id) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Supervisor connect(SandboxHandle handle) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SandboxHandle recycle(SandboxHandle handle) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void stop(SandboxHandle handle, Duration grace) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Receipt destroy(SandboxId id) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Inspection inspect(SandboxId id) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<ListedSandbox> list() {
            return List.of();
        }

        @Override
        public void close() {}
    }
}
