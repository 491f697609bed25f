package dev.holdfast.activities.sandbox.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.command.BuildImageResultCallback;
import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.RecordedLog;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.activities.sandbox.StepStart;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.activities.sandbox.TestConfig;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.TaskId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Images that users bring have their own ideas: an entry point, volumes, a health check, a user. */
class ForeignImageTest {
    private static final Limits SMALL = Limits.NONE
            .withMemory(DataSize.ofMebibytes(128))
            .withTmp(DataSize.ofMebibytes(32))
            .withWorkspace(DataSize.ofMebibytes(32));

    @TempDir
    Path directory;

    private Engine engine;
    private String image;

    @BeforeEach
    void build() throws Exception {
        EngineForTests.open(TestConfig.at(directory), Executor.DOCKER).close();
        engine = Engine.find(TestConfig.at(directory), Executor.DOCKER);
        image = "holdfast-test-foreign:" + ProcessHandle.current().pid();
        Path context = Files.createDirectories(directory.resolve("context"));
        Files.writeString(context.resolve("Dockerfile"), """
                FROM debian:bookworm-slim
                ENV GREETING=hello HOME=/tmp
                VOLUME ["/data", "/var/lib/thing/"]
                USER nobody
                WORKDIR /nowhere
                HEALTHCHECK --interval=1s CMD exit 1
                LABEL dev.holdfast.instance=forged dev.holdfast.task=forged
                ENTRYPOINT ["/bin/sh", "-c", "exit 42"]
                """);
        engine.client()
                .buildImageCmd(context.toFile())
                .withTags(Set.of(image))
                .exec(new BuildImageResultCallback())
                .awaitImageId();
    }

    @AfterEach
    void removeImage() {
        if (engine != null) {
            engine.client().removeImageCmd(image).withForce(true).exec();
            engine.close();
        }
    }

    @Test
    void theyAreOverruledAndTheirVolumesLeaveNothingBehind() {
        TaskId task = new TaskId("foreign-" + ProcessHandle.current().pid());
        try (SandboxProvider provider = ContainerProvider.open(TestConfig.at(directory), Executor.DOCKER)) {
            SandboxHandle handle = provider.start(SandboxRequest.of(task, image, SMALL), Progress.NONE);
            RecordedLog log = new RecordedLog();
            try (Supervisor supervisor = provider.connect(handle)) {
                supervisor.start(
                        StepStart.of(
                                "look",
                                List.of(
                                        "sh",
                                        "-c",
                                        "echo $GREETING $HOME; id -u; pwd; touch /data/x /var/lib/thing/y && echo written")),
                        Duration.ofSeconds(20),
                        10_000,
                        log);
            }

            assertThat(log.stdout()).isEqualTo("hello /tmp\n1000\n/workspace\nwritten\n");
            assertThat(volumesOf(handle)).isEmpty();
            assertThat(provider.list())
                    .singleElement()
                    .satisfies(listed -> assertThat(listed.task()).isEqualTo(task.value()));
            assertThat(provider.destroy(handle.id()).left()).isEmpty();
        }
    }

    /** The engine's volumes have names; mounts of host directories and of memory have none. */
    private List<String> volumesOf(SandboxHandle handle) {
        return engine.client().inspectContainerCmd(handle.nativeId()).exec().getMounts().stream()
                .flatMap(mount -> Optional.ofNullable(mount.getName()).stream())
                .filter(name -> !name.isEmpty())
                .toList();
    }
}
