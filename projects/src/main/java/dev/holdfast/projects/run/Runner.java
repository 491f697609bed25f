package dev.holdfast.projects.run;

import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.LimitsBuilder;
import dev.holdfast.projects.detect.Ecosystem;
import java.util.Map;

/**
 * What the tools of one ecosystem need of a sandbox beyond their commands, which detection or the repository gives. A
 * sandbox has a read-only root, steps run as a plain user, and the workspace is their home.
 */
public interface Runner {
    Ecosystem ecosystem();

    /** For every step. What the repository's own contract sets wins. */
    Map<String, String> environment();

    /** What the tools want where the repository says nothing. */
    default Limits limits() {
        return LimitsBuilder.builder()
                .cpus(1.0)
                .memory(DataSize.ofGibibytes(2))
                .pids(200)
                .build();
    }
}
