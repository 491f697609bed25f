package dev.holdfast.activities.sandbox.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.activities.sandbox.SandboxProviderContract;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.activities.sandbox.TestConfig;
import dev.holdfast.contract.Receipt;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LocalProviderTest extends SandboxProviderContract {
    @Override
    protected SandboxConfig config(Path newHome) {
        return TestConfig.at(newHome);
    }

    @Override
    protected SandboxProvider open(SandboxConfig config) {
        return LocalProvider.open(config);
    }

    @Override
    protected void killFromOutside(SandboxHandle handle) {
        ProcessHandle.of(Long.parseLong(handle.nativeId())).orElseThrow().destroyForcibly();
    }

    @Test
    void whatASupervisorLeftBehindIsFoundAndKilledAfterItsDeath() {
        SandboxHandle handle = start();
        try (Supervisor supervisor = provider.connect(handle)) {
            supervisor.start(shell("orphan", "cd /; setsid sleep 301 & cd /; exec sleep 302"), Duration.ZERO);
        }
        killFromOutside(handle);

        Receipt receipt = provider.destroy(id);

        assertThat(receipt.verified()).contains("processes", "directory");
        assertThat(new ProcessSearch(id, home).find()).isEmpty();
    }

    @Test
    void stepsDoNotSeeTheWorkersEnvironment() {
        try (Supervisor supervisor = provider.connect(start())) {
            String seen = run(supervisor, "env", "env").log().stdout();
            assertThat(seen).contains("PATH=").doesNotContain("MAVEN").doesNotContain("holdfast.root");
            assertThat(seen.lines().filter(line -> line.startsWith("HOME=")))
                    .singleElement()
                    .asString()
                    .contains(id.value());
        }
    }

    @Test
    void theHandleWarnsThatThereIsNoIsolation() {
        assertThat(start().warning()).contains("no isolation");
    }
}
