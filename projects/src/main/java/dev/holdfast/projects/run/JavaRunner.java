package dev.holdfast.projects.run;

import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.LimitsBuilder;
import dev.holdfast.projects.detect.Ecosystem;
import java.util.Map;

/** Build tools of Java are JVMs that start further JVMs. */
final class JavaRunner implements Runner {
    @Override
    public Ecosystem ecosystem() {
        return Ecosystem.JAVA;
    }

    @Override
    public Map<String, String> environment() {
        return Map.of("CI", "true", "MAVEN_ARGS", "-Dstyle.color=never");
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
