package dev.holdfast.projects.run;

import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.LimitsBuilder;
import dev.holdfast.projects.detect.Ecosystem;
import java.util.Map;

/** Rust, whose compiler is hungry. */
final class RustRunner implements Runner {
    @Override
    public Ecosystem ecosystem() {
        return Ecosystem.RUST;
    }

    @Override
    public Map<String, String> environment() {
        return Map.of("CI", "true", "CARGO_TERM_COLOR", "never", "RUST_BACKTRACE", "0");
    }

    @Override
    public Limits limits() {
        return LimitsBuilder.builder()
                .cpus(2.0)
                .memory(DataSize.ofGibibytes(3))
                .pids(300)
                .build();
    }
}
