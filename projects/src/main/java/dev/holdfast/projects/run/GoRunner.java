package dev.holdfast.projects.run;

import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.LimitsBuilder;
import dev.holdfast.projects.detect.Ecosystem;
import java.util.Map;

/** Go compiles with as many processes as it sees CPUs, of the host and not of the sandbox. */
final class GoRunner implements Runner {
    @Override
    public Ecosystem ecosystem() {
        return Ecosystem.GO;
    }

    @Override
    public Map<String, String> environment() {
        return Map.of("CI", "true", "GOFLAGS", "-buildvcs=false", "GOTMPDIR", "/tmp");
    }

    @Override
    public Limits limits() {
        return LimitsBuilder.builder()
                .cpus(2.0)
                .memory(DataSize.ofGibibytes(2))
                .pids(500)
                .build();
    }
}
