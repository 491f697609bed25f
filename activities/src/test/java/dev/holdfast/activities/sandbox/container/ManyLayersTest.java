package dev.holdfast.activities.sandbox.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.command.BuildImageResultCallback;
import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.RecordedLog;
import dev.holdfast.activities.sandbox.SandboxConfig;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The full names of so many layers are longer than what the kernel takes for one mount. */
class ManyLayersTest {
    private static final int LAYERS = 60;
    private static final Limits SMALL = Limits.NONE
            .withMemory(DataSize.ofMebibytes(128))
            .withTmp(DataSize.ofMebibytes(32))
            .withWorkspace(DataSize.ofMebibytes(32));

    @TempDir
    Path directory;

    @Test
    void anImageOfSixtyLayersIsWholeWithoutAnEngine() throws Exception {
        SandboxConfig config = TestConfig.at(directory, "crun", 0);
        EngineForTests.requireRuntime("crun");
        String image = "holdfast-test-layers:" + ProcessHandle.current().pid();
        try (SandboxProvider provider = EngineForTests.openWithoutEngine(config);
                Engine engine = Engine.find(config, Executor.DOCKER)) {
            build(engine, image, config.defaultImage());
            try {
                assertThat(listedIn(provider, image)).isEqualTo(LAYERS + "\n");
            } finally {
                engine.client().removeImageCmd(image).withForce(true).exec();
            }
        }
    }

    private void build(Engine engine, String image, String base) throws Exception {
        Path context = Files.createDirectories(directory.resolve("context"));
        Files.writeString(context.resolve("file"), "");
        List<String> lines = new ArrayList<>(List.of("FROM " + base));
        for (int layer = 1; layer <= LAYERS; layer++) {
            lines.add("COPY file /layers/" + layer);
        }
        Files.write(context.resolve("Dockerfile"), lines);
        engine.client()
                .buildImageCmd(context.toFile())
                .withTags(Set.of(image))
                .exec(new BuildImageResultCallback())
                .awaitImageId();
    }

    private static String listedIn(SandboxProvider provider, String image) {
        TaskId task = new TaskId("layers-" + ProcessHandle.current().pid());
        SandboxHandle handle = provider.start(SandboxRequest.of(task, image, SMALL), Progress.NONE);
        RecordedLog log = new RecordedLog();
        try (Supervisor supervisor = provider.connect(handle)) {
            supervisor.start(
                    StepStart.of("look", List.of("sh", "-c", "ls /layers | wc -l")),
                    Duration.ofSeconds(20),
                    10_000,
                    log);
        } finally {
            provider.destroy(handle.id());
        }
        return log.stdout();
    }
}
