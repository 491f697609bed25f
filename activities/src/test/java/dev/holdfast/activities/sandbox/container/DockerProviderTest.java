package dev.holdfast.activities.sandbox.container;

import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.TestConfig;
import java.nio.file.Path;

/** Docker with its default runtime. */
class DockerProviderTest extends EngineContract {
    @Override
    protected SandboxConfig config(Path newHome) {
        return TestConfig.at(newHome, "runc", 0);
    }
}
