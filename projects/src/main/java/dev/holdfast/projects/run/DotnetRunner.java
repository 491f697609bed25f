package dev.holdfast.projects.run;

import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.LimitsBuilder;
import dev.holdfast.projects.detect.Ecosystem;
import java.util.Map;

/** .NET, whose command line greets, reports home and keeps servers running. */
final class DotnetRunner implements Runner {
    @Override
    public Ecosystem ecosystem() {
        return Ecosystem.DOTNET;
    }

    @Override
    public Map<String, String> environment() {
        return Map.of(
                "CI",
                "true",
                "DOTNET_NOLOGO",
                "1",
                "DOTNET_CLI_TELEMETRY_OPTOUT",
                "1",
                "DOTNET_SKIP_FIRST_TIME_EXPERIENCE",
                "1",
                "DOTNET_CLI_HOME",
                "/tmp",
                "MSBUILDDISABLENODEREUSE",
                "1");
    }

    @Override
    public Limits limits() {
        return LimitsBuilder.builder()
                .cpus(2.0)
                .memory(DataSize.ofGibibytes(3))
                .pids(500)
                .build();
    }
}
