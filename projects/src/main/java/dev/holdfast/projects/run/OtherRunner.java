package dev.holdfast.projects.run;

import dev.holdfast.projects.detect.Ecosystem;
import java.util.Map;

/** Nothing is known of the tools that the repository's own commands call. */
final class OtherRunner implements Runner {
    @Override
    public Ecosystem ecosystem() {
        return Ecosystem.OTHER;
    }

    @Override
    public Map<String, String> environment() {
        return Map.of("CI", "true");
    }
}
