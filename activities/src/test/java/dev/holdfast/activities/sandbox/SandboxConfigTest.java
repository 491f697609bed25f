package dev.holdfast.activities.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.activities.sandbox.SandboxConfig.WorkspaceQuota;
import dev.holdfast.contract.Command;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.Network;
import dev.holdfast.contract.StepLimits;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SandboxConfigTest {
    private static final SandboxConfig DEFAULTS = SandboxConfig.defaults(Path.of("/home"));

    @Test
    void defaultsAreTheCarefulOnes() {
        assertThat(DEFAULTS.defaultImage()).isEqualTo("debian:bookworm-slim");
        assertThat(DEFAULTS.allowedNetworks()).containsExactly(Network.NONE);
        assertThat(DEFAULTS.allowedMounts()).isEmpty();
        assertThat(DEFAULTS.ceilings()).isEqualTo(Limits.NONE);
        assertThat(DEFAULTS.runtime()).isNull();
        assertThat(DEFAULTS.engineHost()).isNull();
        assertThat(DEFAULTS.pulls()).isTrue();
        assertThat(DEFAULTS.pullTimeout()).isEqualTo(Duration.ofMinutes(5));
        assertThat(DEFAULTS.engineTimeout()).isEqualTo(Duration.ofSeconds(60));
        assertThat(DEFAULTS.startTimeout()).isEqualTo(Duration.ofSeconds(20));
        assertThat(DEFAULTS.leastFreeDisk()).isEqualTo(DataSize.ofGibibytes(1));
        assertThat(DEFAULTS.workspaceQuota()).isEqualTo(WorkspaceQuota.AUTO);
        assertThat(DEFAULTS.networkHolders()).isEqualTo(2);
    }

    @Test
    void valuesThatMakeNoSenseNameTheirField() {
        assertRejected("home", () -> SandboxConfig.defaults(Path.of("relative")));
        assertRejected("allowedMounts", () -> config(List.of(Path.of("relative")), Duration.ofSeconds(1), 0));
        assertRejected("pullTimeout", () -> config(List.of(), Duration.ZERO, 0));
        assertRejected("networkHolders", () -> config(List.of(), Duration.ofSeconds(1), -1));
    }

    @Test
    void everyLimitHasACeilingOfItsOwn() {
        Limits ceilings = new Limits(2.0, mebi(100), 10, mebi(100), mebi(100), 100L, 100, mebi(100));
        Policy policy = new Policy(ceiled(ceilings));
        policy.checkLimits(ceilings);
        policy.checkLimits(Limits.NONE);
        DataSize more = mebi(101);
        assertRefused("limits.cpus", policy, Limits.NONE.withCpus(2.1));
        assertRefused("limits.memory", policy, Limits.NONE.withMemory(more));
        assertRefused("limits.pids", policy, Limits.NONE.withPids(11));
        assertRefused("limits.tmp", policy, Limits.NONE.withTmp(more));
        assertRefused("limits.workspace", policy, Limits.NONE.withWorkspace(more));
        assertRefused("limits.workspaceFiles", policy, Limits.NONE.withWorkspaceFiles(101L));
        assertRefused("limits.openFiles", policy, Limits.NONE.withOpenFiles(101));
        assertRefused("limits.artifacts", policy, Limits.NONE.withArtifacts(more));
    }

    @Test
    void aStepsLimitsEndAtTheTasksAndItsTimeAndOutputAtTheOperators() {
        Policy policy = new Policy(
                DEFAULTS.withRules(new TaskRules(mebi(1), null, Duration.ofMinutes(10), mebi(32), Set.of("crun"))));
        Limits limits = policy.filled(Limits.NONE);
        StepSpec plain = StepSpec.of(Command.of("true"));

        policy.checkTask(TaskSpec.of(plain).withRuntime("crun"), limits);
        assertStepRefused(
                "steps.limits.memory", policy, plain.withLimits(new StepLimits(mebi(4000), null, null, null)));
        assertStepRefused("steps.limits.openFiles", policy, plain.withLimits(new StepLimits(null, null, 20_000, null)));
        assertStepRefused(
                "steps.limits.fileSize", policy, plain.withLimits(new StepLimits(null, null, null, mebi(20_000))));
        assertStepRefused("steps.timeout", policy, plain.withTimeout(Duration.ofMinutes(11)));
        assertThatThrownBy(() -> policy.checkTask(TaskSpec.of(plain).withRuntime("runsc"), limits))
                .hasMessageStartingWith("runtime: 'runsc'");
    }

    private static void assertStepRefused(String field, Policy policy, StepSpec step) {
        assertThatThrownBy(() -> policy.checkTask(TaskSpec.of(step), policy.filled(Limits.NONE)))
                .isInstanceOfSatisfying(
                        SandboxException.class, e -> assertThat(e.error()).isEqualTo(SandboxError.LIMIT_INVALID))
                .hasMessageStartingWith(field + ":");
    }

    @Test
    void theUsualLimitsGiveWayToTheOperatorsCeilings() {
        Limits ceilings = Limits.NONE.withCpus(0.5).withMemory(mebi(100));
        Policy policy = new Policy(ceiled(ceilings));

        Limits filled = policy.filled(Limits.NONE.withPids(7));

        assertThat(filled.memory()).isEqualTo(mebi(100));
        assertThat(filled.cpus()).isEqualTo(0.5);
        assertThat(filled.pids()).isEqualTo(7);
        assertThat(filled.tmp()).isEqualTo(Limits.DEFAULTS.tmp());
        policy.checkLimits(filled);
    }

    private static SandboxConfig ceiled(Limits ceilings) {
        return DEFAULTS.withCeilings(ceilings);
    }

    @Test
    void aNetworkThatIsNotAllowedIsRefused() {
        SandboxRequest request =
                SandboxRequest.of(new TaskId("t"), null, Limits.NONE).withNetwork(Network.BRIDGE);

        assertThatThrownBy(() -> new Policy(DEFAULTS).check(request))
                .isInstanceOf(SandboxException.class)
                .hasMessageStartingWith("network: 'bridge' is not allowed here; use one of [none]");
    }

    @Test
    void mountsMayNotCoverWhatTheSandboxNeeds() {
        for (String target :
                List.of("/", "relative", "/proc", "/dev/shm", "/dev/.holdfast/init", "/a:b", "/x/../proc")) {
            assertThatThrownBy(() -> new Mount(Path.of("/data"), target, true))
                    .as(target)
                    .isInstanceOf(InvalidFieldException.class)
                    .hasMessageStartingWith("mounts.target");
        }
        assertThat(new Mount(Path.of("/data"), "/mnt/../data/", true).target()).isEqualTo("/data");
    }

    private static SandboxConfig config(List<Path> mounts, Duration pullTimeout, int holders) {
        return DEFAULTS.with()
                .allowedMounts(mounts)
                .pullTimeout(pullTimeout)
                .networkHolders(holders)
                .build();
    }

    private static DataSize mebi(long count) {
        return DataSize.ofMebibytes(count);
    }

    private static void assertRejected(String field, org.assertj.core.api.ThrowableAssert.ThrowingCallable making) {
        assertThatThrownBy(making).isInstanceOf(InvalidFieldException.class).hasMessageStartingWith(field + ": ");
    }

    private static void assertRefused(String field, Policy policy, Limits asked) {
        assertThatThrownBy(() -> policy.checkLimits(asked))
                .isInstanceOf(SandboxException.class)
                .hasMessageStartingWith(field + ": ");
    }
}
