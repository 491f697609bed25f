package dev.holdfast.activities.sandbox.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.activities.sandbox.TestConfig;
import dev.holdfast.activities.sandbox.home.SandboxHome;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Network;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Containers that crun makes without an engine. */
class OciProviderTest extends ContainerProviderContract {
    @BeforeAll
    static void crunIsThere() {
        EngineForTests.requireRuntime("crun");
    }

    @Override
    protected SandboxConfig config(Path newHome) {
        return TestConfig.at(newHome, "crun", 0);
    }

    @Override
    protected SandboxProvider open(SandboxConfig config) {
        return EngineForTests.openWithoutEngine(config);
    }

    @Override
    protected void killFromOutside(SandboxHandle handle) {
        group().processes().stream()
                .map(Long::parseLong)
                .flatMap(process -> ProcessHandle.of(process).stream())
                .forEach(ProcessHandle::destroyForcibly);
    }

    @Test
    void theEngineKnowsNoContainerOfItAndNothingOfItsGroupStays() {
        start();
        try (Engine engine = Engine.find(config(home), Executor.DOCKER)) {
            assertThat(ours(engine))
                    .singleElement()
                    .satisfies(kept -> assertThat(kept).startsWith("/hf-image-"));
            assertThat(group().processes()).isNotEmpty();

            provider.destroy(id);

            assertThat(group().exists()).isFalse();
            provider.close();
            assertThat(ours(engine)).as("its image is not kept any more").isEmpty();
        }
        provider = open(config(home));
    }

    /** The loopback is up, and names are known without any network. */
    @Test
    void aSandboxReachesItself() {
        String talk = """
                perl -MSocket -e '
                  socket(L, PF_INET, SOCK_STREAM, 0) or die; bind(L, sockaddr_in(8080, INADDR_LOOPBACK)) or die "bind: $!";
                  listen(L, 1); socket(C, PF_INET, SOCK_STREAM, 0);
                  connect(C, sockaddr_in(8080, inet_aton("localhost"))) or die "connect: $!"; print "reached"'
                """;
        try (Supervisor supervisor = provider.connect(start())) {
            Ran ran = run(supervisor, "talk", talk);

            assertThat(ran.log().stdout()).as(ran.log().stderr()).isEqualTo("reached");
            assertThat(run(supervisor, "name", "cat /etc/hostname; getent hosts sandbox | tr -s ' '")
                            .log()
                            .stdout())
                    .isEqualTo("sandbox\n127.0.1.1 sandbox\n");
        }
    }

    @Test
    void eachSandboxHasANetworkNamespaceOfItsOwn() {
        try (Supervisor first = provider.connect(start());
                Supervisor second = provider.connect(provider.start(
                        request().withId(SandboxId.named("another-" + taskId.value())), Progress.NONE))) {
            assertThat(run(first, "look", "readlink /proc/self/ns/net").log().stdout())
                    .isNotEqualTo(run(second, "look", "readlink /proc/self/ns/net")
                            .log()
                            .stdout());
        }
    }

    @Test
    void aSandboxSeesNoControlGroupsButItsOwn() {
        try (Supervisor supervisor = provider.connect(start())) {
            assertThat(run(supervisor, "look", "find /sys/fs/cgroup -name 'cgroup.procs' | head -n 1 | wc -l")
                            .log()
                            .stdout())
                    .as("its own are there")
                    .isEqualTo("1\n");
            assertThat(run(supervisor, "others", "find /sys/fs/cgroup -name 'holdfast' -o -name 'docker' | wc -l")
                            .log()
                            .stdout())
                    .isEqualTo("0\n");
        }
    }

    @Test
    void whatOnlyEnginesHaveIsRefusedAndSaysWhomToAsk() {
        assertThatThrownBy(() -> provider.start(request().withNetwork(Network.BRIDGE), Progress.NONE))
                .isInstanceOfSatisfying(
                        SandboxException.class, e -> assertThat(e.error()).isEqualTo(SandboxError.POLICY_REFUSED))
                .hasMessageStartingWith("network: 'bridge'")
                .hasMessageContaining("docker");
    }

    private ControlGroup group() {
        return new ControlGroup(SandboxHome.open(home).instance(), id);
    }

    private List<String> ours(Engine engine) {
        return new Containers(engine, SandboxHome.open(home).instance())
                .ours(Map.of()).stream()
                        .map(container -> container.getNames()[0])
                        .toList();
    }
}
