package dev.holdfast.contract.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.holdfast.contract.Artifact;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some of what a task left behind, in the order of paths.
 *
 * @param next the cursor of the page behind this one; absent on the last
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ArtifactPage(
        List<Artifact> artifacts, @Nullable String next) {}
