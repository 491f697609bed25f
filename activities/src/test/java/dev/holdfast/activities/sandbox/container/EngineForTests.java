package dev.holdfast.activities.sandbox.container;

import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.contract.Executor;
import java.nio.file.Path;
import java.util.Set;
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

    static void requireRuntime(String runtime) {
        Set<String> known = Set.of();
        try (Engine engine = Engine.find(SandboxConfig.defaults(Path.of("/unused")), Executor.DOCKER)) {
            known = engine.client().infoCmd().exec().getRuntimes().keySet();
        } catch (SandboxException noEngine) {
            // Said by the first test that needs one.
        }
        if (!known.contains(runtime) && "true".equals(System.getenv("CI"))) {
            throw new IllegalStateException("the engine does not know the runtime " + runtime + ", only " + known);
        }
        Assumptions.assumeTrue(known.contains(runtime), "install " + runtime + " and register it with the engine");
    }
}
