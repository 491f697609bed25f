package dev.holdfast.lab.chaos;

import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskState;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What may truly be said of a task at its end. */
sealed interface Expectation {
    /** What is false; empty when nothing is. */
    Optional<String> contradiction(TaskResult result);

    /** Whether the whole output and the artifact of a task that is told so must be there. */
    boolean ranToItsEnd(TaskResult result);

    /**
     * The commands ended by themselves, and the result says how.
     *
     * @param state of the task
     */
    record Exits(TaskState state, List<Integer> codes) implements Expectation {
        @Override
        public Optional<String> contradiction(TaskResult result) {
            boolean told = result.state() == state && codes.getLast().equals(result.exitCode());
            boolean exited = result.steps().stream().allMatch(step -> step.outcome() == OutcomeKind.EXITED)
                    && result.steps().stream()
                            .map(StepResult::exitCode)
                            .toList()
                            .equals(codes);
            return told && exited
                    ? Optional.empty()
                    : Optional.of("exit " + codes + " is told as " + Expectation.describe(result));
        }

        @Override
        public boolean ranToItsEnd(TaskResult result) {
            return true;
        }
    }

    /** The task ended in that state, with a reason or an error code that names it. */
    record Ends(TaskState state, Pattern reason) implements Expectation {
        @Override
        public Optional<String> contradiction(TaskResult result) {
            String said = result.reason() + " " + result.errorCode();
            return result.state() == state && reason.matcher(said).find()
                    ? Optional.empty()
                    : Optional.of(
                            "instead of " + state.json() + " with '" + reason + "': " + Expectation.describe(result));
        }

        @Override
        public boolean ranToItsEnd(TaskResult result) {
            return false;
        }
    }

    /** Either is true, depending on a moment that nobody controls. */
    record Either(Expectation one, Expectation other) implements Expectation {
        @Override
        public Optional<String> contradiction(TaskResult result) {
            Optional<String> first = one.contradiction(result);
            return first.isEmpty() ? first : other.contradiction(result);
        }

        @Override
        public boolean ranToItsEnd(TaskResult result) {
            return one.contradiction(result).isEmpty() ? one.ranToItsEnd(result) : other.ranToItsEnd(result);
        }
    }

    /** What its commands return is the caller's business where it asked for each, and else the task's. */
    static Expectation exits(Experiment experiment) {
        boolean succeeds = experiment.open() || experiment.exitCodes().getLast() == 0;
        return new Exits(succeeds ? TaskState.SUCCEEDED : TaskState.FAILED, experiment.exitCodes());
    }

    static Expectation ends(TaskState state, String reason) {
        return new Ends(state, Pattern.compile(reason, Pattern.CASE_INSENSITIVE));
    }

    default Expectation or(Expectation other) {
        return new Either(this, other);
    }

    private static String describe(TaskResult result) {
        List<String> steps = result.steps().stream()
                .map(step -> step.outcome().json() + " " + step.exitCode())
                .toList();
        return result.state().json() + " " + result.exitCode() + " (" + result.reason() + ", error "
                + result.errorCode() + ", steps " + steps + ")";
    }
}
