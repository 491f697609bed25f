package dev.holdfast.lab.chaos;

import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskState;
import java.util.Optional;
import java.util.regex.Pattern;

/** What may truly be said of a task at its end. */
sealed interface Expectation {
    /** What is false; empty when nothing is. */
    Optional<String> contradiction(TaskResult result);

    /** Whether the whole output and the artifact must be there. */
    boolean ranToItsEnd();

    /** The command ended by itself, and the result says how. */
    record Exits(int code) implements Expectation {
        @Override
        public Optional<String> contradiction(TaskResult result) {
            TaskState right = code == 0 ? TaskState.SUCCEEDED : TaskState.FAILED;
            boolean told = result.state() == right && Integer.valueOf(code).equals(result.exitCode());
            boolean exited = result.steps().size() == 1
                    && result.steps().getFirst().outcome() == OutcomeKind.EXITED
                    && Integer.valueOf(code).equals(result.steps().getFirst().exitCode());
            return told && exited
                    ? Optional.empty()
                    : Optional.of("exit " + code + " is told as " + Expectation.describe(result));
        }

        @Override
        public boolean ranToItsEnd() {
            return true;
        }
    }

    /** The task ended in that state, with a reason that names it. */
    record Ends(TaskState state, Pattern reason) implements Expectation {
        @Override
        public Optional<String> contradiction(TaskResult result) {
            return result.state() == state && reason.matcher(result.reason()).find()
                    ? Optional.empty()
                    : Optional.of(
                            "instead of " + state.json() + " with '" + reason + "': " + Expectation.describe(result));
        }

        @Override
        public boolean ranToItsEnd() {
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
        public boolean ranToItsEnd() {
            return one.ranToItsEnd() && other.ranToItsEnd();
        }
    }

    static Expectation exits(int code) {
        return new Exits(code);
    }

    static Expectation ends(TaskState state, String reason) {
        return new Ends(state, Pattern.compile(reason, Pattern.CASE_INSENSITIVE));
    }

    default Expectation or(Expectation other) {
        return new Either(this, other);
    }

    private static String describe(TaskResult result) {
        String steps = result.steps().stream().map(StepResult::outcome).toList().toString();
        return result.state().json() + " " + result.exitCode() + " (" + result.reason() + ", error "
                + result.errorCode() + ", steps " + steps + ")";
    }
}
