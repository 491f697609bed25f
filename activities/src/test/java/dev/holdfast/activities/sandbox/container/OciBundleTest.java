package dev.holdfast.activities.sandbox.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.activities.sandbox.home.SandboxHome;
import dev.holdfast.activities.sandbox.home.User;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.Network;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is written for the runtime where trying it needs another host. */
class OciBundleTest {
    @TempDir
    Path directory;

    private SandboxHome home;
    private OciBundle bundles;
    private Path controlGroups;

    @BeforeEach
    void open() throws IOException {
        home = SandboxHome.open(directory.resolve("home"));
        bundles = new OciBundle(new Interior(home.supervisor(), null), NameFiles.in(home), SeccompProfile.text());
        controlGroups = Files.createDirectory(directory.resolve("cgroup"));
    }

    @Test
    void whereControlGroupsAreOfVersionTwoAContainerSeesOnlyItsOwn() throws IOException {
        Files.createFile(controlGroups.resolve("cgroup.controllers"));

        assertThat(namespaces(Network.NONE))
                .containsExactlyInAnyOrder("mount", "uts", "pid", "ipc", "network", "cgroup");
        assertThat(namespaces(Network.HOST)).containsExactlyInAnyOrder("mount", "uts", "pid", "ipc", "cgroup");
    }

    @Test
    void whereTheyAreOfVersionOneItNeedsNoNamespaceForThat() {
        assertThat(namespaces(Network.NONE)).containsExactlyInAnyOrder("mount", "uts", "pid", "ipc", "network");
        assertThat(namespaces(Network.HOST)).containsExactlyInAnyOrder("mount", "uts", "pid", "ipc");
    }

    private List<String> namespaces(Network network) {
        ControlGroup group = new ControlGroup(controlGroups, "a-group");
        JsonNode config = JsonMapper.builder().build().readTree(bundles.of(parts(network), group, directory));
        return config.at("/linux/namespaces")
                .valueStream()
                .map(namespace -> namespace.get("type").asString())
                .toList();
    }

    private ContainerParts parts(Network network) {
        SandboxId id = SandboxId.named("written-only");
        return new ContainerParts(
                SandboxRequest.of(id, Limits.DEFAULTS).withNetwork(network),
                home.directory(id),
                new Image("an-image", "sha256:0123456789abcdef", "sha256:0", List.of(), List.of()),
                User.current(),
                network.json(),
                null,
                List.of(),
                Map.of(),
                Map.of());
    }
}
