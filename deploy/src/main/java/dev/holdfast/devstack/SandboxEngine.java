package dev.holdfast.devstack;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What starts containers on this machine.
 *
 * @param address a value for DOCKER_HOST
 * @param runtime the one that was found to run and costs least; null for the engine's own
 */
record SandboxEngine(String address, @Nullable String runtime) {
    private static final String RUNTIME = "HOLDFAST_SANDBOXES_RUNTIME";

    /** What a worker is told of it; what the user has set stays. */
    Map<String, String> settings(Map<String, String> set) {
        Map<String, String> settings = new TreeMap<>(Map.of("DOCKER_HOST", address));
        if (runtime != null && !set.containsKey(RUNTIME)) {
            settings.put(RUNTIME, runtime);
        }
        return settings;
    }
}
