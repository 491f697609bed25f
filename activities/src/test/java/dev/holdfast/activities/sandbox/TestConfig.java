package dev.holdfast.activities.sandbox;

import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.Network;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What an operator would decide, made for tests. */
public final class TestConfig {
    private TestConfig() {}

    public static SandboxConfig at(Path home) {
        return at(home, null, 0);
    }

    public static SandboxConfig at(Path home, @Nullable String runtime, int networkHolders) {
        return of(home, null, runtime, networkHolders);
    }

    public static SandboxConfig onEngine(Path home, @Nullable String engineHost) {
        return of(home, engineHost, null, 0);
    }

    private static SandboxConfig of(
            Path home, @Nullable String engineHost, @Nullable String runtime, int networkHolders) {
        Limits ceilings = Limits.NONE.withMemory(DataSize.ofGibibytes(8));
        return SandboxConfig.defaults(home)
                .with()
                .engineHost(engineHost)
                .allowedNetworks(Set.of(Network.NONE, Network.BRIDGE))
                .ceilings(ceilings)
                .allowedMounts(List.of(home))
                .runtime(runtime)
                .pullTimeout(Duration.ofSeconds(20))
                .leastFreeDisk(DataSize.ofMebibytes(100))
                .networkHolders(networkHolders)
                .build();
    }
}
