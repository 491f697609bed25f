package dev.holdfast.activities.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.contract.Executor;
import java.util.List;
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
    private static final class FakeProvider extends RefusingSandboxes {
        private final Executor executor;
        private final @Nullable SandboxException imageProblem;

        FakeProvider(Executor executor, @Nullable SandboxException imageProblem) {
            this.executor = executor;
            this.imageProblem = imageProblem;
        }

        @Override
        public Executor executor() {
            return executor;
        }

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
    }
}
