package dev.holdfast.activities.sandbox.container;

import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.activities.sandbox.home.HostCommand;
import dev.holdfast.contract.Executor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Assumptions;

/** Tests with containers need an engine: missing it is a failure on CI and a skip, with the command to run, elsewhere. */
final class EngineForTests {
    private EngineForTests() {}

    static ContainerProvider open(SandboxConfig config, Executor kind) {
        return withImage(() -> ContainerProvider.open(config, kind));
    }

    static OciProvider openWithoutEngine(SandboxConfig config) {
        return withImage(() -> OciProvider.open(config));
    }

    private static <T extends SandboxProvider> T withImage(Supplier<T> open) {
        try {
            T provider = open.get();
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

    /** Where deploy/scripts/ensure-podman says that Podman answers; under CI it may install it first. */
    static String podmanAddress() {
        boolean required = "true".equals(System.getenv("CI"));
        String told = System.getenv("HOLDFAST_PODMAN_HOST");
        if (told != null && !told.isEmpty()) {
            return told;
        }
        Path script = Path.of(System.getProperty("holdfast.root", ".."), "deploy", "scripts", "ensure-podman");
        if (!required && HostCommand.find("podman").isEmpty()) {
            return Assumptions.abort("run " + script + " first");
        }
        HostCommand.Result result = HostCommand.run(Duration.ofMinutes(5), List.of(script.toString()));
        return result.output()
                .lines()
                .filter(line -> line.startsWith("unix://"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(script + " found no Podman: " + result.output()));
    }
}
