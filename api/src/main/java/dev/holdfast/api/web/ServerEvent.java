package dev.holdfast.api.web;

import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.rest.LogSlice;
import dev.holdfast.contract.rest.StateChange;
import io.swagger.v3.oas.annotations.media.Schema;

/**
 * One event of a stream, as the API's description has it; {@link EventSink} writes them.
 *
 * @param id the position behind it, for Last-Event-ID
 * @param event which form the data has
 * @param data JSON: a StateChange, a LogSlice or, at the end, a TaskResult
 */
record ServerEvent(
        String id,
        @Schema(allowableValues = {"state", "log", "end"}) String event,

        @Schema(anyOf = {StateChange.class, LogSlice.class, TaskResult.class})
        Object data) {}
