package dev.holdfast.workflows;

import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.Transition;
import java.util.List;
import java.util.Map;

/**
 * What a long open task takes along when it goes on in a new run.
 *
 * @param asked the names of all steps, each with the hash of its command
 * @param version of the task's row
 */
public record Continuation(
        Reservation reservation,
        Sandbox sandbox,
        List<StepResult> steps,
        List<Transition> transitions,
        List<String> warnings,
        Map<String, Integer> asked,
        long version) {}
