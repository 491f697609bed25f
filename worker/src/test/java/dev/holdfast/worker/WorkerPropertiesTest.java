package dev.holdfast.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Network;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class WorkerPropertiesTest {
    @Test
    void theDefaultsAreTheOnesThatAreDocumented() {
        WorkerProperties properties = bind(Map.of());

        assertThat(properties.executor()).isEqualTo(Executor.AUTO);
        assertThat(properties.image()).isEqualTo("debian:bookworm-slim");
        assertThat(properties.stepTimeout()).isEqualTo(Duration.ofMinutes(5));
        assertThat(sandboxes(Map.of()).config(properties).allowedNetworks()).containsExactly(Network.NONE);
        assertThat(properties.poolConfig().size()).isZero();
        assertThat(sandboxes(Map.of()).config(properties).networkHolders()).isZero();
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
        assertThat(sandboxes(Map.of()).config(properties).allowedNetworks())
                .containsExactlyInAnyOrder(Network.NONE, Network.BRIDGE);
        assertThat(sandboxes(Map.of()).config(properties).allowedMounts()).containsExactly(Path.of("/srv/code"));
        assertThat(properties.poolConfig().size()).isEqualTo(4);
        assertThat(properties.reaper().every()).isEqualTo(Duration.ofSeconds(30));
        assertThat(properties.temporal().target()).isEqualTo("temporal.example:7233");
    }

    @Test
    void aWrongWordIsRefusedWithTheRightOnes() {
        assertThatThrownBy(() -> bind(Map.of("holdfast.sandbox", "kvm")).executor())
                .hasMessageContaining("auto, docker, podman, oci, local");
        assertThatThrownBy(() -> bind(Map.of("holdfast.pool.size", "-1")).poolConfig())
                .hasMessageContaining("pool.size");
        assertThatThrownBy(() -> bind(Map.of("holdfast.lease", "900ms")))
                .rootCause()
                .hasMessageContaining("holdfast.lease");
    }

    @Test
    void theHostKeepsItsIdentity(@TempDir Path home) {
        assertThat(new HostIdentity(home).host()).isEqualTo(new HostIdentity(home).host());
    }

    @Test
    void ceilingsRuntimesAndCertificatesReachTheSandboxes() {
        SandboxConfig config = sandboxes(Map.of(
                        "holdfast.sandboxes.ceilings.memory", "4g",
                        "holdfast.sandboxes.ceilings.step-timeout", "1h",
                        "holdfast.sandboxes.ceilings.output", "128m",
                        "holdfast.sandboxes.runtime", "crun",
                        "holdfast.sandboxes.runtimes", "runsc,runc",
                        "holdfast.sandboxes.ca-bundle", "/etc/ssl/own.crt",
                        "holdfast.sandboxes.volume-size", "2g",
                        "holdfast.sandboxes.workspace-quota", "required"))
                .config(bind(Map.of()));

        assertThat(config.ceilings().memory()).isEqualTo(DataSize.ofGibibytes(4));
        assertThat(config.rules().longestStep()).isEqualTo(Duration.ofHours(1));
        assertThat(config.rules().largestOutput()).isEqualTo(DataSize.ofMebibytes(128));
        assertThat(config.rules().runtimes()).containsExactlyInAnyOrder("runsc", "runc");
        assertThat(config.rules().caBundle()).isEqualTo(Path.of("/etc/ssl/own.crt"));
        assertThat(config.rules().volumeSize()).isEqualTo(DataSize.ofGibibytes(2));
        assertThat(config.workspaceQuota()).isEqualTo(SandboxConfig.WorkspaceQuota.REQUIRED);
        assertThat(config.runtime()).isEqualTo("crun");
    }

    @Test
    void everySettingHasAnEnvironmentVariable() {
        Binder environment = new Binder(ConfigurationPropertySources.from(new SystemEnvironmentPropertySource(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                Map.of(
                        "HOLDFAST_SANDBOXES_AIR_GAPPED", "true",
                        "HOLDFAST_SANDBOXES_CEILINGS_WORKSPACE_FILES", "77",
                        "HOLDFAST_SANDBOXES_VOLUME_SIZE", "3g",
                        "HOLDFAST_POOL_REFILL_SHARE", "0.5",
                        "HOLDFAST_POOL_USES", "9"))));

        SandboxProperties sandboxes = environment.bindOrCreate("holdfast.sandboxes", SandboxProperties.class);
        WorkerProperties worker = environment.bindOrCreate("holdfast", WorkerProperties.class);

        assertThat(sandboxes.airGapped()).isTrue();
        assertThat(sandboxes.volumeSize()).isEqualTo("3g");
        assertThat(sandboxes.ceilings().workspaceFiles()).isEqualTo(77);
        assertThat(worker.poolConfig().refillShare()).isEqualTo(0.5);
        assertThat(worker.poolConfig().uses()).isEqualTo(9);
    }

    @Test
    void anAirGappedHostPullsNothingAndAllowsNoNetwork() {
        Map<String, String> airGapped = Map.of("holdfast.sandboxes.air-gapped", "true");
        SandboxConfig config = sandboxes(airGapped).config(bind(Map.of()));

        assertThat(config.pulls()).isFalse();
        assertThat(config.allowedNetworks()).containsExactly(Network.NONE);
        assertThatThrownBy(() -> sandboxes(airGapped).config(bind(Map.of("holdfast.networks", "none,bridge"))))
                .hasMessageContaining("holdfast.networks");
    }

    private static SandboxProperties sandboxes(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate("holdfast.sandboxes", SandboxProperties.class);
    }

    private static WorkerProperties bind(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate("holdfast", WorkerProperties.class);
    }
}
