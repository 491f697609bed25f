package dev.holdfast.projects.run;

import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.LimitsBuilder;
import dev.holdfast.projects.detect.Ecosystem;
import java.util.Map;

/** Test tools of Node.js start a process for each CPU, and npm many threads. */
final class NodeRunner implements Runner {
    @Override
    public Ecosystem ecosystem() {
        return Ecosystem.NODE;
    }

    @Override
    public Map<String, String> environment() {
        return Map.of("CI", "true", "npm_config_update_notifier", "false", "npm_config_fund", "false");
    }

    @Override
    public Limits limits() {
        return LimitsBuilder.builder()
                .cpus(2.0)
                .memory(DataSize.ofGibibytes(2))
                .pids(400)
                .build();
    }
}
