package dev.holdfast.lab.chaos;

import dev.holdfast.contract.TaskState;
import java.time.Duration;

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
        return compareTo(RUNNING) <= 0
                ? Expectation.ends(TaskState.CANCELLED, "chaos")
                : Expectation.exits(experiment.exitCode());
    }

    /** Whatever task comes next stays in this phase until the hold is closed. */
    Hold hold(Round round) {
        ChaosStack stack = round.stack();
        return switch (this) {
            case QUEUED -> {
                stack.worker().pause();
                yield new Hold(null, stack.worker()::resume);
            }
            case ACQUIRING -> trapped(stack.engineProxy(), Requests.CREATE_CONTAINER);
            case STAGING -> trapped(stack.s3Proxy(), Requests.READ_INPUT);
            case RUNNING -> new Hold(null, () -> {});
            case COLLECTING -> trapped(stack.s3Proxy(), Requests.WRITE_ARTIFACT);
            case RELEASING -> trapped(stack.engineProxy(), Requests.REMOVE_CONTAINER);
        };
    }

    private Hold trapped(FaultProxy proxy, String request) {
        return new Hold(proxy.trap(request), proxy::heal);
    }

    /** Ends once, at the latest with its block. */
    final class Hold implements AutoCloseable {
        private final @org.jspecify.annotations.Nullable Trap trap;
        private final Runnable ending;

        private Hold(@org.jspecify.annotations.Nullable Trap trap, Runnable ending) {
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
        void end() {
            ending.run();
        }

        @Override
        public void close() {
            end();
        }
    }
}
