package dev.holdfast.lab.chaos;

import dev.holdfast.contract.TaskState;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Phases of a task in which it can be held, so that something can happen in exactly that one. */
enum Phase {
    QUEUED("queued"),
    ACQUIRING("acquiring"),
    STAGING("staging"),
    RUNNING("running"),
    COLLECTING("collecting"),
    RELEASING("releasing");

    private static final Duration REACHED_WITHIN = Duration.ofMinutes(1);

    private final String word;

    Phase(String word) {
        this.word = word;
    }

    /** How results call it. */
    String word() {
        return word;
    }

    /** Long enough to be met while it runs, or short so that it comes to what follows. */
    int lines() {
        return compareTo(RUNNING) <= 0 ? 100 : 1;
    }

    /** Once its command has ended, a task that is cancelled still says how. */
    Expectation whenCancelled(Experiment experiment) {
        return compareTo(RUNNING) <= 0 ? Expectation.ends(TaskState.CANCELLED, "chaos") : Expectation.exits(experiment);
    }

    /** Once it is released, all that it has to give was collected. */
    boolean mayLoseArtifacts() {
        return this != RELEASING;
    }

    /** Whatever task comes next stays in this phase until the hold is closed. */
    Hold hold(Round round) throws IOException {
        ChaosStack stack = round.stack();
        return switch (this) {
            case QUEUED -> {
                stack.worker().pause();
                yield new Hold(null, stack.worker()::resume);
            }
            case ACQUIRING ->
                stack.withoutEngine() ? held(stack.runtime()) : trapped(stack.engineProxy(), Requests.CREATE_CONTAINER);
            case STAGING -> trapped(stack.s3Proxy(), Requests.READ_INPUT);
            case RUNNING -> new Hold(null, () -> {});
            case COLLECTING -> trapped(stack.s3Proxy(), Requests.WRITE_ARTIFACT);
            case RELEASING -> trapped(stack.engineProxy(), Requests.REMOVE_CONTAINER);
        };
    }

    private Hold trapped(FaultProxy proxy, String request) {
        return new Hold(proxy.trap(request), proxy::heal);
    }

    private Hold held(HeldRuntime runtime) throws IOException {
        return new Hold(runtime.hold(), runtime::release);
    }

    private interface Ending {
        void run() throws IOException;
    }

    /** Whether a task can be held in it: without an engine nobody is asked to remove a container. */
    boolean holds(ChaosStack stack) {
        return this != RELEASING || !stack.withoutEngine();
    }

    /** Ends once, at the latest with its block. */
    final class Hold implements AutoCloseable {
        private final @Nullable Catch trap;
        private final Ending ending;

        private Hold(@Nullable Catch trap, Ending ending) {
            this.trap = trap;
            this.ending = ending;
        }

        /** Until the task is there. */
        void await(Probe probe) throws InterruptedException {
            if (trap != null && !trap.awaitCatch(REACHED_WITHIN)) {
                throw new IllegalStateException("the task never came to " + word);
            }
            if (Phase.this == RUNNING) {
                probe.awaitLine(2);
            }
        }

        /** The task may go on. */
        void end() throws IOException {
            ending.run();
        }

        @Override
        public void close() throws IOException {
            end();
        }
    }
}
