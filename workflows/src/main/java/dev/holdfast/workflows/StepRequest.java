package dev.holdfast.workflows;

import dev.holdfast.contract.StepSpec;

/** One more step for an open task. Its name is its key: the same name with the same command is the same step. */
public record StepRequest(StepSpec step) {}
