package dev.holdfast.activities.task;

import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskSpec;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The sandbox providers of this host, and which of them a task gets. */
public interface Sandboxes {
    /**
     * Decides what the spec leaves open; throws when it asks for what this host cannot or may not do.
     *
     * @param progress hears of what takes long, such as an image that is not here yet
     */
    Choice choose(TaskSpec spec, Progress progress);

    /** Throws when a step asks for more than its sandbox or the operator gives; an open task's come one by one. */
    void check(StepSpec step, Limits limits);

    /** Why no sandbox can be made on this host now, as the end of a sentence about it; empty when one can. */
    Optional<String> shortOfDisk();

    SandboxProvider of(Executor executor);

    /**
     * @param limits every field filled
     */
    record Choice(
            Executor executor, String reason, @Nullable String image, Limits limits, List<String> warnings) {}
}
