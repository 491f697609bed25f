package dev.holdfast.contract.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.holdfast.contract.StepResult;
import org.jspecify.annotations.Nullable;

/**
 * A step of an open task.
 *
 * @param name to ask for it again
 * @param result absent while it runs
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StepAnswer(String name, @Nullable StepResult result) {}
