package dev.holdfast.workflows;

import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.Transition;
import java.util.List;
import java.util.Map;

/**
 * What a long open task takes along when it goes on in a new run.
 *
 * @param asked the names of steps that an older worker took, each with the hash of its command
 * @param version of the task's row
 * @param identities of all other steps by their names
 */
public record Continuation(
        Reservation reservation,
        Sandbox sandbox,
        List<StepResult> steps,
        List<Transition> transitions,
        List<String> warnings,
        Map<String, Integer> asked,
        long version,
        Map<String, String> identities) {

    public Continuation {
        // A run of an older worker knows none.
        identities = identities == null ? Map.of() : identities;
    }
}
