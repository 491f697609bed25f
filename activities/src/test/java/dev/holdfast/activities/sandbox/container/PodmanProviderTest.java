package dev.holdfast.activities.sandbox.container;

import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.TestConfig;
import dev.holdfast.contract.Executor;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;

/** Podman through the same API. */
class PodmanProviderTest extends EngineContract {
    private static @Nullable String address;

    @BeforeAll
    static void podmanIsThere() {
        address = EngineForTests.podmanAddress();
    }

    @Override
    protected Executor kind() {
        return Executor.PODMAN;
    }

    @Override
    protected SandboxConfig config(Path newHome) {
        return TestConfig.onEngine(newHome, address);
    }
}
