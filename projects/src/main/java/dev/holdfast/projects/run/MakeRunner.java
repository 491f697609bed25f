package dev.holdfast.projects.run;

import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.LimitsBuilder;
import dev.holdfast.projects.detect.Ecosystem;
import java.util.Map;

/** Whatever a Makefile calls. */
final class MakeRunner implements Runner {
    @Override
    public Ecosystem ecosystem() {
        return Ecosystem.MAKE;
    }

    @Override
    public Map<String, String> environment() {
        return Map.of("CI", "true");
    }

    @Override
    public Limits limits() {
        return LimitsBuilder.builder()
                .cpus(2.0)
                .memory(DataSize.ofGibibytes(2))
                .pids(300)
                .build();
    }
}
