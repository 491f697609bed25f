package dev.holdfast.activities.sandbox.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.activities.sandbox.HostDirectory;
import dev.holdfast.activities.sandbox.Mount;
import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.RecordedLog;
import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.activities.sandbox.StepStart;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.activities.sandbox.TaskRules;
import dev.holdfast.activities.sandbox.home.ProjectVolumes;
import dev.holdfast.activities.sandbox.home.SandboxHome;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Network;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.Volume;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What holds for containers beyond what holds for every sandbox, whoever starts them. */
abstract class ContainerProviderContract extends RecyclingContract {
    @Test
    void stepsRunAsAnOrdinaryUserOnAReadOnlyRootWithAWritableWorkspace() {
        try (Supervisor supervisor = provider.connect(start())) {
            assertThat(run(supervisor, "id", "id -u; hostname; pwd; echo $HOME")
                            .log()
                            .stdout())
                    .isEqualTo("1000\nsandbox\n/workspace\n/workspace\n");
            assertThat(run(supervisor, "root", "touch /usr/x").log().stderr()).contains("Read-only file system");
            assertThat(run(supervisor, "write", "touch x && touch /tmp/x && echo fine")
                            .log()
                            .stdout())
                    .isEqualTo("fine\n");
            assertThat(run(supervisor, "ls", "ls -A /workspace").log().stdout()).isEqualTo("x\n");
        }
    }

    @Test
    void thereIsNoNetworkAndNoCapability() {
        try (Supervisor supervisor = provider.connect(start())) {
            assertThat(run(supervisor, "net", "cat /proc/net/dev | tail -n +3 | cut -d: -f1 | tr -d ' '")
                            .log()
                            .stdout())
                    .isEqualTo("lo\n");
            assertThat(run(supervisor, "caps", "grep -E 'CapEff|NoNewPrivs|Seccomp:' /proc/self/status | tr -d '\\t'")
                            .log()
                            .stdout())
                    .isEqualTo("CapEff:0000000000000000\nNoNewPrivs:1\nSeccomp:2\n");
        }
    }

    @Test
    void theWorkspaceEndsAtItsLimitOfBytesAndFiles() {
        try (Supervisor supervisor = provider.connect(start())) {
            String filled = run(supervisor, "fill", "head -c 100M /dev/zero > big; stat -c %s big; rm big")
                    .log()
                    .stdout()
                    .strip();
            assertThat(Long.parseLong(filled)).isBetween(60L << 20, 66L << 20);
            String files = run(supervisor, "files", "i=0; while true > f$i; do i=$((i+1)); done 2>/dev/null; echo $i")
                    .log()
                    .stdout()
                    .strip();
            assertThat(Integer.parseInt(files)).isBetween(1900, 2100);
        }
    }

    @Test
    void temporaryDirectoriesEndAtTheirLimits() {
        try (Supervisor supervisor = provider.connect(start())) {
            assertThat(run(supervisor, "tmp", "head -c 100M /dev/zero > /tmp/big; stat -c %s /tmp/big")
                            .log()
                            .stdout())
                    .isEqualTo((64 << 20) + "\n");
            assertThat(run(
                                    supervisor,
                                    "shm",
                                    "rm /tmp/big; head -c 100M /dev/zero > /dev/shm/big; stat -c %s /dev/shm/big")
                            .log()
                            .stdout())
                    .isEqualTo((64 << 20) + "\n");
        }
    }

    @Test
    void theSupervisorsDirectoryAndTheEnginesSocketAreOutOfReach() {
        try (Supervisor supervisor = provider.connect(start())) {
            assertThat(run(
                                    supervisor,
                                    "reach",
                                    "ls /dev/.holdfast/control; ls /var/run/docker.sock; kill -9 1; echo $?")
                            .log())
                    .satisfies(log -> {
                        assertThat(log.stderr()).contains("Permission denied").contains("No such file");
                        assertThat(log.stdout()).isEqualTo("1\n");
                    });
        }
    }

    @Test
    void dangerousSystemCallsAreRefused() {
        // By number, because the image has no compiler; with arguments that would not fail for another reason first.
        String script = "use strict; my %calls = (unshare => [272, 0x10000000], mount => [165, 0, 0, 0, 0, 0],"
                + " setns => [308, 0, 0], keyctl => [250, 0, 0], bpf => [321, 0, 0, 0], perf => [298, 0, 0, 0, 0, 0],"
                + " userfaultfd => [323, 1], io_uring => [425, 1, 0], kexec => [246, 0, 0, 0, 0],"
                + " handle => [304, 0, 0, 0], clock_settime => [227, 0, 0], ptrace => [101, 0, 0, 0, 0],"
                + " packet => [41, 17, 3, 0], vsock => [41, 40, 1, 0], vsock_high => [41, 0x100000028, 1, 0],"
                + " clone => [56, 0x10000011, 0, 0, 0, 0], clone3 => [435, 0, 0]);"
                + " for my $name (sort keys %calls) { my @call = @{$calls{$name}}; $! = 0;"
                + " my $result = syscall(shift @call, @call); exit 99 if $name eq 'clone' && $result == 0;"
                + " print \"$name $result \", $!+0, \"\\n\" }";
        try (Supervisor supervisor = provider.connect(start())) {
            RecordedLog log = new RecordedLog();
            supervisor.start(StepStart.of("calls", List.of("perl", "-e", script)), Duration.ofSeconds(20), 10_000, log);

            assertThat(log.stdout().lines())
                    .hasSize(17)
                    .allSatisfy(line -> assertThat(line).matches(".* -1 (1|38)"));
        }
    }

    @Test
    void theHandleRecordsTheImagesDigestAndTheReceiptAllThatWasLookedFor() {
        assertThat(start().imageDigest()).matches("sha256:[0-9a-f]{64}");

        Receipt receipt = provider.destroy(id);

        assertThat(receipt.verified()).contains("container", "mounts", "directory", "processes");
    }

    @Test
    void anImageThatIsNowhereIsMissingAndNamesTheField() {
        SandboxRequest request = request().withImage("holdfast.invalid/no/such:image");

        assertThatThrownBy(() -> provider.start(request, Progress.NONE))
                .isInstanceOfSatisfying(
                        SandboxException.class, e -> assertThat(e.error()).isEqualTo(SandboxError.IMAGE_MISSING))
                .hasMessageStartingWith("image: 'holdfast.invalid/no/such:image'");
    }

    @Test
    void aNetworkThatTheOperatorDoesNotAllowIsRefused() {
        assertThatThrownBy(() -> provider.start(request().withNetwork(Network.HOST), Progress.NONE))
                .isInstanceOfSatisfying(
                        SandboxException.class, e -> assertThat(e.error()).isEqualTo(SandboxError.POLICY_REFUSED))
                .hasMessageStartingWith("network: 'host'");
    }

    @Test
    void aHostDirectoryServesAsWorkspaceWhereItIsAllowed() throws Exception {
        Path checkout = Files.createDirectories(home.resolve("checkout"));
        Files.writeString(checkout.resolve("file"), "from the host");
        Files.setAttribute(checkout, "unix:uid", 1234);
        SandboxRequest request = request().withWorkspace(new HostDirectory(checkout, false));
        try (Supervisor supervisor = provider.connect(provider.start(request, Progress.NONE))) {
            assertThat(run(supervisor, "cat", "cat file; echo back > answer; id -u")
                            .log()
                            .stdout())
                    .isEqualTo("from the host1234\n");
        }
        assertThat(checkout.resolve("answer")).hasContent("back");
        assertThat(provider.destroy(id).left()).isEmpty();
        assertThat(checkout.resolve("file")).exists();
    }

    @Test
    void hostDirectoriesElsewhereAreRefusedAlsoThroughALink() throws Exception {
        Path link = Files.createSymbolicLink(home.resolve("link"), Path.of("/etc"));
        for (Path path : List.of(Path.of("/etc"), link)) {
            assertThatThrownBy(() -> provider.start(
                            request().withMounts(List.of(new Mount(path, "/mnt/x", true))), Progress.NONE))
                    .isInstanceOfSatisfying(
                            SandboxException.class, e -> assertThat(e.error()).isEqualTo(SandboxError.POLICY_REFUSED))
                    .hasMessageStartingWith("mounts.source: '" + path + "'");
        }
        Files.delete(link);
    }

    @Test
    void aVolumeEndsAtItsLimit() {
        SandboxConfig small =
                config(home).withRules(new TaskRules(DataSize.ofMebibytes(16), null, null, null, Set.of()));
        try (SandboxProvider limited = open(small)) {
            SandboxRequest request = request().withKept(new ProjectId("small"), Volume.PROJECT, List.of());
            try (Supervisor supervisor = limited.connect(limited.start(request, Progress.NONE))) {
                String filled = run(
                                supervisor,
                                "fill",
                                "head -c 50M /dev/zero > $PROJECT_VOLUME/big; stat -c %s /volume/big")
                        .log()
                        .stdout()
                        .strip();
                assertThat(Long.parseLong(filled)).isBetween(14L << 20, 17L << 20);
            }
            limited.destroy(id);
            new ProjectVolumes(SandboxHome.open(home), small).prune(kept -> true);
        }
    }

    @Test
    void aRuntimeThatTheOperatorDoesNotAllowIsRefused() {
        assertThatThrownBy(() -> provider.start(request().withRuntime("runsc"), Progress.NONE))
                .isInstanceOfSatisfying(
                        SandboxException.class, e -> assertThat(e.error()).isEqualTo(SandboxError.POLICY_REFUSED))
                .hasMessageStartingWith("runtime: 'runsc'");
    }
}
