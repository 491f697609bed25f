package dev.holdfast.activities.sandbox.container;

import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.TestConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;

/** Docker with crun, and with network namespaces made ahead. */
class CrunProviderTest extends EngineContract {
    @BeforeAll
    static void crunIsThere() {
        EngineForTests.requireRuntime("crun");
    }

    @Override
    protected SandboxConfig config(Path newHome) {
        return TestConfig.at(newHome, "crun", 1);
    }
}
