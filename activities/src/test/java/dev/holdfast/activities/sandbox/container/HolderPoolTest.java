package dev.holdfast.activities.sandbox.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.model.Container;
import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.RecordedLog;
import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.activities.sandbox.StepStart;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.activities.sandbox.TestConfig;
import dev.holdfast.activities.sandbox.home.HostCommand;
import dev.holdfast.activities.sandbox.home.SandboxHome;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.TaskId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HolderPoolTest {
    private static final int WANTED = 2;
    private static final Limits SMALL =
            Limits.NONE.withMemory(DataSize.ofMebibytes(128)).withWorkspace(DataSize.ofMebibytes(32));

    private Path home;
    private SandboxConfig config;
    private Engine engine;
    private Containers containers;

    @BeforeEach
    void findEngine() throws IOException {
        home = Files.createTempDirectory(Files.createDirectories(Path.of("target", "sandboxes")), "p")
                .toAbsolutePath();
        config = TestConfig.at(home, null, WANTED);
        EngineForTests.open(TestConfig.at(home), Executor.DOCKER).close();
        engine = Engine.find(config, Executor.DOCKER);
        containers = new Containers(engine, SandboxHome.open(home).instance());
    }

    @AfterEach
    void nothingIsLeft() {
        if (engine != null) {
            List<Container> left = containers.ours(Map.of());
            left.forEach(container -> containers.remove(container.getId()));
            engine.close();
            HostCommand.run(Duration.ofSeconds(20), List.of("rm", "-rf", "--", home.toString()));
            assertThat(left).isEmpty();
        }
    }

    @Test
    void sandboxesHaveEmptyNetworksOfTheirOwnAndHoldersAreUsedOnce() {
        try (SandboxProvider provider = ContainerProvider.open(config, Executor.DOCKER)) {
            awaitHolders();
            List<String> before = holders();
            SandboxHandle one = start(provider, "one");
            SandboxHandle two = start(provider, "two");

            assertThat(network(one)).startsWith("container:").isNotEqualTo(network(two));
            assertThat(interfaces(provider, one)).isEqualTo("lo\nsandbox\n");
            assertThat(namespace(provider, one)).isNotEqualTo(namespace(provider, two));
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(holders()).hasSize(WANTED).doesNotContainAnyElementsOf(before));
            assertThat(interfaces(provider, one)).isEqualTo("lo\nsandbox\n");

            provider.destroy(one.id());
            provider.destroy(two.id());
        }
        assertThat(holders()).isEmpty();
    }

    @Test
    void aHolderThatDiedIsReplacedByANamespaceOfTheSandboxsOwn() {
        try (SandboxProvider provider = ContainerProvider.open(config, Executor.DOCKER)) {
            awaitHolders();
            holders().forEach(containers::remove);

            SandboxHandle handle = start(provider, "lonely");

            assertThat(network(handle)).isEqualTo("none");
            assertThat(interfaces(provider, handle)).isEqualTo("lo\nsandbox\n");
            provider.destroy(handle.id());
            awaitHolders();
        }
    }

    @Test
    void holdersOfAWorkerThatDiedAreTakenOver() {
        HolderPool abandoned = pool().started();
        awaitHolders();
        List<String> before = holders();

        try (SandboxProvider next = ContainerProvider.open(config, Executor.DOCKER)) {
            SandboxHandle handle =
                    await().atMost(Duration.ofSeconds(20)).until(() -> start(next, "heir"), started -> started != null);
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(holders()).hasSize(WANTED));
            assertThat(holders()).containsAnyElementsOf(before);
            next.destroy(handle.id());
        }
        abandoned.close();
        assertThat(holders()).isEmpty();
    }

    @Test
    void twoPoolsNeverGiveTheSameHolderToTwo() {
        try (HolderPool one = pool().started();
                HolderPool two = pool().started()) {
            awaitHolders();
            String first = await().atMost(Duration.ofSeconds(20))
                    .until(one::take, taken -> taken.isPresent())
                    .orElseThrow();
            String second = await().atMost(Duration.ofSeconds(20))
                    .until(two::take, taken -> taken.isPresent())
                    .orElseThrow();

            assertThat(first).isNotEqualTo(second);
            one.discard(first);
            two.discard(second);
        }
    }

    private HolderPool pool() {
        SandboxHome sandboxes = SandboxHome.open(home);
        try {
            ContainerSpec spec = new ContainerSpec(engine, sandboxes.supervisor(), SeccompProfile.text(), null);
            return new HolderPool(containers, spec, sandboxes, config.defaultImage(), WANTED);
        } catch (IOException impossible) {
            throw new java.io.UncheckedIOException(impossible);
        }
    }

    private void awaitHolders() {
        await().atMost(Duration.ofSeconds(20)).until(() -> holders().size() >= WANTED);
    }

    private List<String> holders() {
        return containers.ours(Map.of(Labels.HOLDER, "true")).stream()
                .filter(holder -> "running".equals(holder.getState()))
                .map(Container::getId)
                .toList();
    }

    private static SandboxHandle start(SandboxProvider provider, String name) {
        return provider.start(
                SandboxRequest.of(
                        new TaskId("holders-" + ProcessHandle.current().pid() + "-" + name), null, SMALL),
                Progress.NONE);
    }

    private String network(SandboxHandle handle) {
        return containers
                .inspect(handle.nativeId())
                .orElseThrow()
                .getHostConfig()
                .getNetworkMode();
    }

    private static String interfaces(SandboxProvider provider, SandboxHandle handle) {
        return output(provider, handle, "tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '; hostname");
    }

    private static String namespace(SandboxProvider provider, SandboxHandle handle) {
        return output(provider, handle, "readlink /proc/self/ns/net");
    }

    private static String output(SandboxProvider provider, SandboxHandle handle, String script) {
        RecordedLog log = new RecordedLog();
        try (Supervisor supervisor = provider.connect(handle)) {
            supervisor.start(
                    StepStart.of("step-" + System.nanoTime(), List.of("sh", "-c", script)),
                    Duration.ofSeconds(20),
                    10_000,
                    log);
        }
        return log.stdout();
    }
}
