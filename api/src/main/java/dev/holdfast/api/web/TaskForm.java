package dev.holdfast.api.web;

import dev.holdfast.contract.TaskSpec;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/** The parts of a form that brings a task; only for the API's description. */
record TaskForm(
        @Schema(requiredMode = Schema.RequiredMode.REQUIRED) TaskSpec spec, List<String> file, List<String> archive) {}
