package dev.holdfast.activities.sandbox.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.activities.sandbox.AirGap;
import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxConfig.WorkspaceQuota;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.Network;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check of an air-gapped host, on one that is and on one that is not. */
class AirGapTest {
    @TempDir
    Path home;

    @Test
    void aHostWithoutNetworksAndPullsKeepsTheGap() {
        assertThat(findings(config(Set.of(Network.NONE), false)))
                .hasSize(5)
                .allSatisfy(finding -> assertThat(finding.holds())
                        .as("%s: %s", finding.name(), finding.detail())
                        .isTrue());
    }

    @Test
    void aHostThatAllowsABridgeOrPullsIsFoundOut() {
        assertThat(findings(config(Set.of(Network.NONE, Network.BRIDGE), true)))
                .filteredOn(finding -> !finding.holds())
                .extracting(AirGap.Finding::name)
                .containsExactly("policy", "pulls", "network bridge");
    }

    private static List<AirGap.Finding> findings(SandboxConfig config) {
        try (ContainerProvider provider = EngineForTests.open(config, Executor.DOCKER)) {
            List<AirGap.Finding> findings = new AirGap(config, provider).findings();
            assertThat(provider.list()).as("what the check leaves").isEmpty();
            return findings;
        }
    }

    private SandboxConfig config(Set<Network> networks, boolean pulls) {
        return new SandboxConfig(
                home,
                null,
                "debian:bookworm-slim",
                networks,
                Limits.NONE,
                List.of(),
                null,
                pulls,
                Duration.ofSeconds(20),
                Duration.ofSeconds(60),
                Duration.ofSeconds(20),
                DataSize.ofMebibytes(100),
                WorkspaceQuota.AUTO,
                0);
    }
}
