package dev.holdfast.contract.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.holdfast.contract.TaskResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some tasks, newest first.
 *
 * @param next the cursor of the page behind this one; absent on the last
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TaskPage(List<TaskResult> tasks, @Nullable String next) {}
