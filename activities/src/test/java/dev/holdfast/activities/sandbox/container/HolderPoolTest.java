package dev.holdfast.activities.sandbox.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.HostConfig;
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
    void sandboxesHaveEmptyNetworksOfTheirOwnAlthoughOneHolderMadeThem() {
        try (SandboxProvider provider = ContainerProvider.open(oneHolder(), Executor.DOCKER)) {
            awaitHolders(1);
            List<String> before = holders();
            SandboxHandle one = start(provider, "one");
            SandboxHandle two = start(provider, "two");

            assertThat(network(one)).startsWith("container:").isEqualTo(network(two));
            assertThat(interfaces(provider, one)).isEqualTo("lo\nsandbox\n");
            assertThat(interfaces(provider, two)).isEqualTo("lo\nsandbox\n");
            assertThat(namespace(provider, one)).isNotEqualTo(namespace(provider, two));
            assertThat(output(provider, two, "cat /sys/class/net/lo/flags")).isEqualTo("0x9\n");
            assertThat(holders()).isEqualTo(before);

            provider.destroy(one.id());
            assertThat(interfaces(provider, two)).isEqualTo("lo\nsandbox\n");
            provider.destroy(two.id());
        }
        assertThat(holders()).isEmpty();
        assertThat(home.resolve("holders")).isEmptyDirectory();
    }

    @Test
    void whatOneSandboxOffersOnItsLoopbackNoOtherReaches() {
        try (SandboxProvider provider = ContainerProvider.open(oneHolder(), Executor.DOCKER)) {
            awaitHolders(1);
            SandboxHandle one = start(provider, "server");
            SandboxHandle two = start(provider, "neighbour");
            String listen = "perl -MIO::Socket::INET -e '$s = IO::Socket::INET->new(Listen => 1,"
                    + " LocalAddr => q(127.0.0.1:4711)) or die; $p = fork // die; if (!$p) { sleep 60 } print qq(there)'";
            String connect = "perl -MIO::Socket::INET -e"
                    + " 'print IO::Socket::INET->new(PeerAddr => q(127.0.0.1:4711)) ? q(reached) : q(alone)'";

            assertThat(output(provider, one, "(" + listen + " > /tmp/said &) ; sleep 1; cat /tmp/said; " + connect))
                    .endsWith("reached");
            assertThat(output(provider, two, connect)).isEqualTo("alone");

            provider.destroy(one.id());
            provider.destroy(two.id());
        }
    }

    @Test
    void aHolderThatDiedIsReplacedByANamespaceOfTheSandboxsOwn() {
        try (SandboxProvider provider = ContainerProvider.open(config, Executor.DOCKER)) {
            awaitHolders(WANTED);
            holders().forEach(containers::remove);

            SandboxHandle handle = start(provider, "lonely");

            assertThat(network(handle)).isEqualTo("none");
            assertThat(interfaces(provider, handle)).isEqualTo("lo\nsandbox\n");
            provider.destroy(handle.id());
            awaitHolders(WANTED);
        }
    }

    @Test
    void aSandboxThatWasNeverStartedIsMadeAnewBecauseItsNamespaceMayBeAnothers() {
        try (SandboxProvider provider = ContainerProvider.open(oneHolder(), Executor.DOCKER)) {
            awaitHolders(1);
            SandboxHandle first = start(provider, "first");
            SandboxHandle other = start(provider, "other");
            String before = namespace(provider, other);
            containers.inspect(first.nativeId()).ifPresent(container -> containers.remove(container.getId()));
            // As a worker leaves it that dies between creating and starting: joined to what its holder has now.
            engine.client()
                    .createContainerCmd(config.defaultImage())
                    .withName(first.id().value())
                    .withLabels(
                            Labels.of(request("first"), SandboxHome.open(home).instance(), "sha256:0"))
                    .withHostConfig(HostConfig.newHostConfig().withNetworkMode(network(other)))
                    .withEntrypoint(List.of("sleep", "60"))
                    .exec();

            SandboxHandle again = start(provider, "first");

            assertThat(namespace(provider, again)).isNotEqualTo(before);
            provider.destroy(again.id());
            provider.destroy(other.id());
        }
    }

    @Test
    void holdersOfAWorkerThatDiedAreTakenOver() {
        HolderPool abandoned = pool().started();
        awaitHolders(WANTED);
        List<String> before = holders();
        abandoned.abandon();

        try (SandboxProvider next = ContainerProvider.open(config, Executor.DOCKER)) {
            SandboxHandle handle = await().atMost(Duration.ofSeconds(20))
                    .until(
                            () -> start(next, "heir"),
                            started -> network(started).startsWith("container:"));
            assertThat(holders()).containsExactlyInAnyOrderElementsOf(before);
            next.destroy(handle.id());
        }
        assertThat(holders()).isEmpty();
    }

    @Test
    void whatOnePoolHasNoOtherTakes() {
        try (HolderPool one = pool().started();
                HolderPool two = pool().started()) {
            awaitHolders(2 * WANTED);
            try (NetworkNamespaces.Lent first = lent(one);
                    NetworkNamespaces.Lent second = lent(one);
                    NetworkNamespaces.Lent third = lent(two)) {
                assertThat(List.of(first.network(), second.network(), third.network()))
                        .doesNotHaveDuplicates();
            }
        }
        assertThat(holders()).isEmpty();
    }

    private static NetworkNamespaces.Lent lent(HolderPool pool) {
        return await().atMost(Duration.ofSeconds(20))
                .until(pool::lend, taken -> taken.isPresent())
                .orElseThrow();
    }

    private SandboxConfig oneHolder() {
        return TestConfig.at(home, null, 1);
    }

    private HolderPool pool() {
        SandboxHome sandboxes = SandboxHome.open(home);
        try {
            ContainerSpec spec = new ContainerSpec(
                    engine, new Interior(sandboxes.supervisor(), null), sandboxes.supervisor(), SeccompProfile.text());
            return new HolderPool(containers, spec, sandboxes, config.defaultImage(), WANTED);
        } catch (IOException impossible) {
            throw new java.io.UncheckedIOException(impossible);
        }
    }

    private void awaitHolders(int count) {
        await().atMost(Duration.ofSeconds(20)).until(() -> holders().size() >= count);
    }

    private List<String> holders() {
        return containers.ours(Map.of(Labels.HOLDER, "true")).stream()
                .filter(holder -> "running".equals(holder.getState()))
                .map(Container::getId)
                .toList();
    }

    private static SandboxHandle start(SandboxProvider provider, String name) {
        return provider.start(request(name), Progress.NONE);
    }

    private static SandboxRequest request(String name) {
        return SandboxRequest.of(new TaskId("holders-" + ProcessHandle.current().pid() + "-" + name), null, SMALL);
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
