package dev.holdfast.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Network;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class WorkerPropertiesTest {
    @Test
    void theDefaultsAreTheOnesThatAreDocumented() {
        WorkerProperties properties = bind(Map.of());

        assertThat(properties.executor()).isEqualTo(Executor.AUTO);
        assertThat(properties.image()).isEqualTo("debian:bookworm-slim");
        assertThat(properties.stepTimeout()).isEqualTo(Duration.ofMinutes(5));
        assertThat(properties.sandboxConfig().allowedNetworks()).containsExactly(Network.NONE);
        assertThat(properties.poolConfig().size()).isZero();
        assertThat(properties.sandboxConfig().networkHolders()).isZero();
        assertThat(properties.homeDirectory()).isEqualTo(Path.of(System.getProperty("user.home"), ".holdfast"));
    }

    @Test
    void everythingCanBeSet() {
        WorkerProperties properties = bind(Map.of(
                "holdfast.home", "/srv/holdfast",
                "holdfast.sandbox", "local",
                "holdfast.networks", "none,bridge",
                "holdfast.mounts", "/srv/code",
                "holdfast.pool.size", "4",
                "holdfast.reaper.every", "30s",
                "holdfast.temporal.target", "temporal.example:7233"));

        assertThat(properties.executor()).isEqualTo(Executor.LOCAL);
        assertThat(properties.sandboxConfig().allowedNetworks())
                .containsExactlyInAnyOrder(Network.NONE, Network.BRIDGE);
        assertThat(properties.sandboxConfig().allowedMounts()).containsExactly(Path.of("/srv/code"));
        assertThat(properties.poolConfig().size()).isEqualTo(4);
        assertThat(properties.reaper().every()).isEqualTo(Duration.ofSeconds(30));
        assertThat(properties.temporal().target()).isEqualTo("temporal.example:7233");
    }

    @Test
    void aWrongWordIsRefusedWithTheRightOnes() {
        assertThatThrownBy(() -> bind(Map.of("holdfast.sandbox", "kvm")).executor())
                .hasMessageContaining("auto, docker, podman, local");
        assertThatThrownBy(() -> bind(Map.of("holdfast.pool.size", "-1")).poolConfig())
                .hasMessageContaining("pool.size");
    }

    @Test
    void theHostKeepsItsIdentity(@TempDir Path home) {
        assertThat(new HostIdentity(home).host()).isEqualTo(new HostIdentity(home).host());
    }

    private static WorkerProperties bind(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate("holdfast", WorkerProperties.class);
    }
}
