package dev.holdfast.workflows;

import dev.holdfast.contract.StepSpec;

/** One more step for an open task. Its name is its key: the same spec under it is the same step. */
public record StepRequest(StepSpec step) {}
