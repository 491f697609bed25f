package dev.holdfast.activities.sandbox.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.activities.sandbox.TestConfig;
import dev.holdfast.activities.sandbox.home.SandboxHome;
import dev.holdfast.activities.sandbox.home.Workspaces;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers of one host that share its views of images. */
class RootFileSystemsTest {
    @TempDir
    Path directory;

    private SandboxConfig config;
    private SandboxHome home;
    private KeptImages images;
    private RootFileSystems roots;
    private ContainerParts parts;

    @BeforeEach
    void open() throws IOException {
        EngineForTests.requireRuntime("crun");
        config = TestConfig.at(directory, "crun", 0);
        EngineForTests.openWithoutEngine(config).close();
        home = SandboxHome.open(directory);
        images = new KeptImages(config, home.instance());
        roots = roots(images);
        parts = parts();
    }

    @AfterEach
    void close() {
        Workspaces.unmountBelow(directory);
        roots.clear(Set::of);
        images.close();
    }

    @Test
    void nobodyMountsAnImageWhileAnotherWorkerDecidesThatNobodyUsesIt() throws Exception {
        roots.mount(parts, point("before"));
        List<Future<?>> meanwhile = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                KeptImages others = new KeptImages(config, home.instance())) {
            roots(others).clear(() -> {
                meanwhile.add(threads.submit(() -> roots.mount(parts, point("meanwhile"))));
                assertThatThrownBy(() -> meanwhile.getFirst().get(1, TimeUnit.SECONDS))
                        .isInstanceOf(TimeoutException.class);
                return Set.of();
            });
            meanwhile.getFirst().get(30, TimeUnit.SECONDS);
        }

        assertThat(point("meanwhile").resolve("bin")).exists();
    }

    @Test
    void anImageThatAnotherWorkerLetGoOfIsKeptAgainByTheNextMount() {
        roots.mount(parts, point("before"));
        try (KeptImages others = new KeptImages(config, home.instance())) {
            roots(others).clear(Set::of);
        }
        assertThat(kept()).isEmpty();

        roots.mount(parts, point("after"));

        assertThat(kept()).hasSize(1);
        assertThat(point("after").resolve("bin")).exists();
    }

    @Test
    void anImageIsIdleWhenNoWorkerHasMountedItForAWhile() throws IOException {
        roots.mount(parts, point("first"));
        nobodyHasAskedForAMinute();
        roots.mount(parts, point("second"));
        try (KeptImages others = new KeptImages(config, home.instance())) {
            roots(others).sweep(Set::of);
            assertThat(kept()).as("mounted just now").hasSize(1);

            nobodyHasAskedForAMinute();
            roots(others).sweep(() -> Set.of(own().getFileName().toString()));
            assertThat(kept()).as("in use").hasSize(1);

            roots(others).sweep(Set::of);
            assertThat(kept()).isEmpty();
        }
    }

    private void nobodyHasAskedForAMinute() throws IOException {
        Files.setLastModifiedTime(own(), FileTime.from(Instant.now().minus(Duration.ofMinutes(1))));
    }

    private Path own() {
        return home.root()
                .resolve("roots")
                .resolve(KeptImages.shortId(parts.image().id()));
    }

    private RootFileSystems roots(KeptImages of) {
        try {
            OciBundle bundles =
                    new OciBundle(new Interior(home.supervisor(), null), NameFiles.in(home), SeccompProfile.text());
            return new RootFileSystems(home, of, bundles, OciRuntime.find(config, home));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private ContainerParts parts() {
        SandboxRequest request = SandboxRequest.of(SandboxId.named("roots-" + UUID.randomUUID()), Limits.DEFAULTS);
        Preparation preparation = new Preparation(config, home, Executor.OCI);
        preparation.begin(request);
        Preparation.finished(preparation.beginWorkspace(request));
        Image image = images.ensure(config.defaultImage(), Progress.NONE);
        return preparation.parts(request, List.of(), image, Progress.NONE);
    }

    private Path point(String name) {
        try {
            return Files.createDirectories(directory.resolve("points").resolve(name));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private List<String> kept() {
        try (Engine engine = Engine.find(config, Executor.DOCKER)) {
            return new Containers(engine, home.instance())
                    .ours(Map.of()).stream()
                            .map(container -> container.getNames()[0])
                            .toList();
        }
    }
}
