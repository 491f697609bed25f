package dev.holdfast.activities.sandbox.container;

import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.contract.Executor;
import org.junit.jupiter.api.Assumptions;

/** Tests with containers need an engine: missing it is a failure on CI and a skip, with the command to run, elsewhere. */
final class EngineForTests {
    private EngineForTests() {}

    static ContainerProvider open(SandboxConfig config, Executor kind) {
        try {
            ContainerProvider provider = ContainerProvider.open(config, kind);
            provider.ensureImage(null, Progress.NONE);
            return provider;
        } catch (SandboxException unavailable) {
            if ("true".equals(System.getenv("CI"))) {
                throw unavailable;
            }
            return Assumptions.abort("run deploy/scripts/ensure-engine and deploy/scripts/ensure-image first: "
                    + unavailable.getMessage());
        }
    }
}
