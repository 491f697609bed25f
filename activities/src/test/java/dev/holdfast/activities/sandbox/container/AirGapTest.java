package dev.holdfast.activities.sandbox.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.activities.sandbox.AirGap;
import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Network;
import java.nio.file.Path;
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
        return SandboxConfig.defaults(home)
                .with()
                .allowedNetworks(networks)
                .pulls(pulls)
                .networkHolders(0)
                .build();
    }
}
