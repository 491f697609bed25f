package dev.holdfast.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxConfig.WorkspaceQuota;
import dev.holdfast.activities.sandbox.SandboxProviders;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.activities.sandbox.home.KeptDirectory;
import dev.holdfast.activities.sandbox.home.ProjectVolumes;
import dev.holdfast.activities.sandbox.home.SandboxHome;
import dev.holdfast.activities.sandbox.home.User;
import dev.holdfast.contract.Cache;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.Volume;
import dev.holdfast.workflows.ReaperActivities.ReapReport;
import dev.holdfast.workflows.ReaperActivities.ReapRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.server.ResponseStatusException;

/** What the operator of a host may see and remove, and nobody else. */
class HostControllerTest {
    @TempDir
    Path home;

    private HostController controller;
    private String authorization;

    @BeforeEach
    void aHostWhoseProjectKeepsAVolumeAndACache() throws Exception {
        SandboxConfig config = SandboxConfig.defaults(home)
                .with()
                .pulls(false)
                .workspaceQuota(WorkspaceQuota.OFF)
                .networkHolders(0)
                .build();
        ProjectVolumes volumes = new ProjectVolumes(SandboxHome.open(home), config);
        volumes.prepare(
                SandboxRequest.of(new TaskId("t"), null, Limits.NONE)
                        .withKept(new ProjectId("web"), Volume.PROJECT, List.of(Cache.NPM)),
                User.current(),
                false);
        HostKey key = HostKey.writtenTo(home.resolve("worker-key"));
        authorization = "Bearer " + Files.readString(home.resolve("worker-key"));
        controller = new HostController(key, TestPool.off(), volumes, config, new SandboxProviders(config), this::reap);
    }

    private ReapReport reap(ReapRequest request) {
        return new ReapReport(request.dryRun(), List.of("hf-orphan"), 2, List.of());
    }

    @Test
    void whoHasTheKeyMayAskTheReaperWhatItWouldRemove() {
        assertThat(controller.reap(authorization, true).dryRun()).isTrue();
        assertThat(controller.reap(authorization, true).removed()).containsExactly("hf-orphan");
        assertThatThrownBy(() -> controller.reap("Bearer x", true)).isInstanceOf(ResponseStatusException.class);
    }

    @Test
    void whoHasTheKeySeesAndPrunesWhatNobodyUses() {
        assertThat(controller.volumes(authorization).volumes())
                .extracting(KeptDirectory::name)
                .containsExactlyInAnyOrder("volume", "cache-npm");

        assertThat(controller.prune(authorization, "other", null, 0).volumes()).isEmpty();
        assertThat(controller.prune(authorization, null, null, 3600).volumes()).isEmpty();
        assertThat(controller.prune(authorization, "web", "cache-npm", 0).volumes())
                .hasSize(1);
        assertThat(controller.volumes(authorization).volumes())
                .extracting(KeptDirectory::name)
                .containsExactly("volume");
    }

    @Test
    void withoutTheKeyNothingIsToldOrRemoved() throws Exception {
        for (String wrong : new String[] {null, "", "Bearer ", "Bearer x", authorization + "0"}) {
            assertThatThrownBy(() -> controller.volumes(wrong)).isInstanceOf(ResponseStatusException.class);
            assertThatThrownBy(() -> controller.pool(wrong)).isInstanceOf(ResponseStatusException.class);
            assertThatThrownBy(() -> controller.prune(wrong, null, null, 0))
                    .isInstanceOf(ResponseStatusException.class);
        }
        assertThat(controller.pool(authorization).hitRate()).isNull();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve("worker-key"))))
                .isEqualTo("rw-------");
    }
}
