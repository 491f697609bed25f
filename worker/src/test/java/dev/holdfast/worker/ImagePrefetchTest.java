package dev.holdfast.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.activities.task.Sandboxes;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ImagePrefetchTest {
    private final List<String> asked = new ArrayList<>();

    private final Sandboxes sandboxes = new Sandboxes() {
        @Override
        public Choice choose(TaskSpec spec, Progress progress) {
            asked.add(String.valueOf(spec.image()));
            if (asked.size() == 1) {
                throw new SandboxException(SandboxError.INTERNAL, "no registry answers", null);
            }
            return new Choice(Executor.DOCKER, "fake", spec.image(), Limits.NONE, List.of());
        }

        @Override
        public void check(StepSpec step, Limits limits) {
            throw new AssertionError("no step is checked");
        }

        @Override
        public Optional<String> shortOfDisk() {
            return Optional.empty();
        }

        @Override
        public SandboxProvider of(Executor executor) {
            throw new AssertionError("no sandbox is made");
        }
    };

    @Test
    void anImageThatCannotBeHadDoesNotKeepTheNextFromComing() {
        new ImagePrefetch(sandboxes, List.of("acme/a:1", "not an image", " acme/b:1")).run();
        assertThat(asked).containsExactly("acme/a:1", "acme/b:1");
    }
}
