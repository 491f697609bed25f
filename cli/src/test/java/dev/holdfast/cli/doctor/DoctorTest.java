package dev.holdfast.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.DataSize;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class DoctorTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @ParameterizedTest
    @CsvSource({
        "1.1.5+ds1, CVE-2024-21626",
        "1.1.11, CVE-2024-21626",
        "1.1.12, CVE-2025-31133",
        "1.2.7, CVE-2025-31133",
        "1.3.2, CVE-2025-31133"
    })
    void runcVersionsWithKnownEscapesAreNamed(String version, String advisory) {
        assertThat(RuncAdvisories.against(version))
                .hasValueSatisfying(known -> assertThat(known).contains(advisory));
    }

    @ParameterizedTest
    @CsvSource({"1.2.8", "1.3.3", "1.4.0", "2.0.0", "unknown"})
    void mendedVersionsAreNot(String version) {
        assertThat(RuncAdvisories.against(version)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1023, PROBLEM, no task is let in", "1024, WARNING, 1.1 GB free", "5120, OK, 5.4 GB free"})
    void lessDiskThanIsKeptFreeIsAProblem(long freeMebibytes, Finding.Status status, String detail) {
        Finding disk = HostChecks.disk(Path.of("/home"), freeMebibytes << 20, DataSize.ofGibibytes(1));

        assertThat(disk.status()).isEqualTo(status);
        assertThat(disk.detail()).contains(detail);
    }

    @Test
    void anEngineThatIsTooOldIsAProblem() {
        assertThat(EngineChecks.api(JSON.readTree("{\"Version\":\"18.06\",\"ApiVersion\":\"1.38\"}"))
                        .status())
                .isEqualTo(Finding.Status.PROBLEM);
        assertThat(EngineChecks.api(JSON.readTree("{\"Version\":\"28.2\",\"ApiVersion\":\"1.50\"}"))
                        .status())
                .isEqualTo(Finding.Status.OK);
    }

    @Test
    void versionsOfTheApiAreNumbersAndNotFractions() {
        assertThat(EngineChecks.api(JSON.readTree("{\"Version\":\"40\",\"ApiVersion\":\"1.100\"}"))
                        .status())
                .isEqualTo(Finding.Status.OK);
        assertThat(EngineChecks.api(JSON.readTree("{\"Version\":\"1\",\"ApiVersion\":\"1.5\"}"))
                        .status())
                .isEqualTo(Finding.Status.PROBLEM);
    }

    @Test
    void aRuntimeThatTheEngineDoesNotKnowIsAProblem() {
        var info = JSON.readTree("{\"Runtimes\":{\"runc\":{},\"crun\":{}}}");

        assertThat(EngineChecks.runtimes(info, "runsc").status()).isEqualTo(Finding.Status.PROBLEM);
        assertThat(EngineChecks.runtimes(info, "crun").status()).isEqualTo(Finding.Status.OK);
        assertThat(EngineChecks.runtimes(info, null).detail()).contains("[crun, runc]");
    }

    @Test
    void aWorkerThatIsNotRootBesideARootfulEngineIsWarned() {
        var rootful = JSON.readTree("{\"SecurityOptions\":[\"name=seccomp,profile=default\"]}");
        var rootless = JSON.readTree("{\"SecurityOptions\":[\"name=rootless\"]}");

        assertThat(EngineChecks.user(rootful, "somebody").status()).isEqualTo(Finding.Status.WARNING);
        assertThat(EngineChecks.user(rootful, "root").status()).isEqualTo(Finding.Status.OK);
        assertThat(EngineChecks.user(rootless, "somebody").status()).isEqualTo(Finding.Status.OK);
    }

    @Test
    void anEngineOnAnotherHostIsAProblem() {
        assertThat(new EngineChecks(Map.of("DOCKER_HOST", "tcp://127.0.0.1:2375")).run())
                .singleElement()
                .satisfies(finding -> assertThat(finding.status()).isEqualTo(Finding.Status.PROBLEM));
    }

    @Test
    void aGapThatDoesNotHoldIsAProblem() {
        var tried = JSON.readTree("{\"findings\":[{\"name\":\"policy\",\"holds\":true,\"detail\":\"[none]\"},"
                + "{\"name\":\"pulls\",\"holds\":false,\"detail\":\"images may be pulled\"}]}");

        assertThat(AirGapChecks.findings(tried))
                .extracting(Finding::status)
                .containsExactly(Finding.Status.OK, Finding.Status.PROBLEM);
    }

    @Test
    void limitsThatTheEngineCannotEnforceAreNamed() {
        Finding finding = EngineChecks.limits(
                JSON.readTree("{\"MemoryLimit\":true,\"SwapLimit\":false,\"PidsLimit\":true,\"CpuCfsQuota\":true}"));

        assertThat(finding.status()).isEqualTo(Finding.Status.WARNING);
        assertThat(finding.detail()).contains("SwapLimit").doesNotContain("PidsLimit");
    }

    @Test
    void aClockThatDiffersIsSeen() {
        var info = JSON.readTree("{\"SystemTime\":\"2026-01-01T00:00:00.5Z\"}");

        assertThat(EngineChecks.clock(info, Instant.parse("2026-01-01T00:00:01Z"))
                        .status())
                .isEqualTo(Finding.Status.OK);
        assertThat(EngineChecks.clock(info, Instant.parse("2026-01-01T01:00:00Z"))
                        .status())
                .isEqualTo(Finding.Status.WARNING);
    }

    @Test
    void withoutASocketTheReportSaysHowToGetAnEngine(@TempDir Path directory) {
        assertThat(new EngineChecks(Map.of("DOCKER_HOST", "unix://" + directory.resolve("none.sock"))).run())
                .singleElement()
                .satisfies(finding -> assertThat(finding.fix()).contains("deploy/scripts/ensure-engine"));
    }

    @Test
    void aPartAnswersOrNot() throws IOException {
        String address;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            address = "jdbc:postgresql://127.0.0.1:" + server.getLocalPort() + "/holdfast";
            assertThat(PartChecks.answers(address)).isTrue();
        }
        assertThat(PartChecks.answers(address)).isFalse();
        assertThat(PartChecks.answers("nonsense")).isFalse();
    }
}
