package dev.holdfast.activities.sandbox.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.InternalServerErrorException;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineDiscoveryTest {
    @TempDir
    Path userHome;

    @Test
    void theOperatorsAddressWinsOverTheEnvironment() {
        assertThat(new EngineDiscovery("unix:///a", Map.of("DOCKER_HOST", "unix:///b"), userHome).candidates())
                .extracting(EngineAddress::host)
                .containsExactly("unix:///a");
    }

    @Test
    void dockerHostIsTheOnlyCandidateWhenItIsSet() {
        assertThat(new EngineDiscovery(null, Map.of("DOCKER_HOST", "unix:///b"), userHome).candidates())
                .containsExactly(new EngineAddress("unix:///b", "DOCKER_HOST"));
    }

    @Test
    void theCurrentContextComesBeforeTheDefaultSockets() throws IOException {
        Files.createDirectories(userHome.resolve(".docker"));
        Files.writeString(userHome.resolve(".docker/config.json"), "{\"currentContext\":\"d\"}");
        // The directory's name is the hash of the context's, as the docker command has it.
        Path named = userHome.resolve(".docker/contexts/meta").resolve(sha256("d"));
        Files.createDirectories(named);
        Files.writeString(named.resolve("meta.json"), "{\"Endpoints\":{\"docker\":{\"Host\":\"unix:///ctx.sock\"}}}");

        assertThat(new EngineDiscovery(null, Map.of(), userHome).candidates().getFirst())
                .isEqualTo(new EngineAddress("unix:///ctx.sock", "the current docker context"));
    }

    @Test
    void socketsOfThisUserAreFoundWhereTheyExist() throws IOException {
        Path runtime = Files.createDirectories(userHome.resolve("run"));
        Files.createDirectories(runtime.resolve("podman"));
        Files.createFile(runtime.resolve("podman/podman.sock"));

        assertThat(new EngineDiscovery(null, Map.of("XDG_RUNTIME_DIR", runtime.toString()), userHome).candidates())
                .extracting(EngineAddress::host)
                .contains("unix://" + runtime.resolve("podman/podman.sock"))
                .doesNotContain("unix://" + runtime.resolve("docker.sock"));
    }

    @Test
    void damagedConfigurationOfTheDockerCommandIsPassedOver() throws IOException {
        Files.createDirectories(userHome.resolve(".docker"));
        Files.writeString(userHome.resolve(".docker/config.json"), "{not json");

        assertThat(new EngineDiscovery(null, Map.of(), userHome).candidates())
                .noneMatch(address -> address.foundBy().contains("context"));
    }

    @Test
    void anEngineOnAnotherHostIsRefusedWithTheReason() {
        assertThatThrownBy(() ->
                        Engine.open(new EngineAddress("tcp://10.0.0.1:2375", "DOCKER_HOST"), Duration.ofSeconds(1)))
                .isInstanceOfSatisfying(
                        SandboxException.class, e -> assertThat(e.error()).isEqualTo(SandboxError.ENGINE_UNAVAILABLE))
                .hasMessageContaining("must run on this host");
    }

    @Test
    void aSocketThatNobodyListensAtIsAnUnavailableEngine() {
        assertThatThrownBy(() -> Engine.open(
                        new EngineAddress("unix://" + userHome.resolve("none.sock"), "test"), Duration.ofSeconds(1)))
                .isInstanceOfSatisfying(
                        SandboxException.class, e -> assertThat(e.error()).isEqualTo(SandboxError.ENGINE_UNAVAILABLE));
    }

    @Test
    void theOlderOfTwoApiVersionsIsSpoken() {
        assertThat(Engine.older("1.41", "1.43")).isEqualTo("1.41");
        assertThat(Engine.older("1.50", "1.43")).isEqualTo("1.43");
        assertThat(Engine.older("1.9", "1.43")).isEqualTo("1.9");
    }

    @Test
    void whatEnginesSayBecomesACodeAndAdvice() {
        assertTranslated(
                new InternalServerErrorException("Status 500: {\"message\":\"error setting rlimit type 7\"}"),
                SandboxError.LIMIT_INVALID,
                "limits.openFiles");
        assertTranslated(
                new InternalServerErrorException("{\"message\":\"Range of CPUs is from 0.01 to 2.00\"}"),
                SandboxError.LIMIT_INVALID,
                "limits.cpus");
        assertTranslated(
                new InternalServerErrorException("{\"message\":\"mkdir: no space left on device\"}"),
                SandboxError.HOST_DISK_FULL,
                "disk is full");
        assertTranslated(
                new InternalServerErrorException("{\"message\":\"Unknown runtime specified x\"}"),
                SandboxError.POLICY_REFUSED,
                "runtime");
        assertTranslated(
                new ConflictException("{\"message\":\"name in use\"}"), SandboxError.NAME_TAKEN, "name in use");
        assertTranslated(new InternalServerErrorException("odd"), SandboxError.INTERNAL, "odd");
        assertTranslated(
                new RuntimeException(new SocketTimeoutException("Read timed out")),
                SandboxError.ENGINE_UNAVAILABLE,
                "did not answer in time");
        assertTranslated(
                new RuntimeException(new SocketException("Connection refused")),
                SandboxError.ENGINE_UNAVAILABLE,
                "start it again");
    }

    @Test
    void onlyAnAnswerAboutAProcessThatHasJustEndedIsAskedForAgain() {
        assertThat(EngineErrors.isAboutAProcessThatEnds(
                        new InternalServerErrorException("{\"message\":\"read /proc/7/cgroup: no such process\"}")))
                .isTrue();
        assertThat(EngineErrors.isAboutAProcessThatEnds(new InternalServerErrorException("{\"message\":\"odd\"}")))
                .isFalse();
        assertThat(EngineErrors.isAboutAProcessThatEnds(new RuntimeException("no such process")))
                .isFalse();
    }

    private static void assertTranslated(RuntimeException failure, SandboxError error, String words) {
        SandboxException translated = EngineErrors.translate(failure, "doing it");
        assertThat(translated.error()).isEqualTo(error);
        assertThat(translated).hasMessageContaining(words);
    }

    private static String sha256(String text) {
        try {
            return java.util.HexFormat.of()
                    .formatHex(java.security.MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        } catch (java.security.NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
