package dev.holdfast.activities.sandbox.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.activities.sandbox.TestConfig;
import dev.holdfast.activities.sandbox.home.Mounts;
import dev.holdfast.activities.sandbox.home.SandboxHome;
import dev.holdfast.activities.sandbox.home.TreeRemoval;
import dev.holdfast.activities.sandbox.home.Workspaces;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Views of images, which workers of one host share and which rehearsals are held for. */
class RootFileSystemsTest {
    /** Does what a real one has done when it is killed: the group, its notes and a process are there. */
    private static final String DYING = """
            #!/bin/sh
            mkdir -p "$2/$6"
            hierarchies="/sys/fs/cgroup/memory /sys/fs/cgroup/pids"
            [ ! -e /sys/fs/cgroup/cgroup.controllers ] || hierarchies=/sys/fs/cgroup
            group=$(grep -o '"cgroupsPath":"[^"]*"' "$5/config.json" | cut -d '"' -f 4)
            sleep 600 &
            for hierarchy in $hierarchies; do
              mkdir -p "$hierarchy$group"
              echo $! > "$hierarchy$group/cgroup.procs"
            done
            echo "$group" > "$2/../group"
            """;

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

    /** Places that nobody has asked for yet: the first thing that misses the image is a rehearsal. */
    @Test
    void anImageWhoseKeeperWasRemovedByHandIsKeptAgainByTheNextRehearsal() throws IOException {
        roots.mount(parts, point("before"));
        try (Engine engine = Engine.find(config, Executor.DOCKER);
                Stream<Path> made = Files.list(own())) {
            kept().forEach(new Containers(engine, home.instance())::remove);
            made.forEach(TreeRemoval::remove);
        }

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

    @Test
    void aRehearsalThatFailsMidwayLeavesNothing() throws IOException {
        RootFileSystems failing = roots(images, program(DYING + "exit 1"));

        assertThatThrownBy(() -> failing.mount(parts, point("never"))).hasMessageContaining("could not start");

        assertNothingIsLeftOfARehearsal();
        roots.mount(parts, point("next"));
        assertThat(point("next").resolve("bin")).exists();
    }

    @Test
    void aRehearsalThatIsInterruptedLeavesNothing() throws Exception {
        RootFileSystems hanging = roots(images, program(DYING + "wait"));
        List<SandboxError> told = new CopyOnWriteArrayList<>();
        Thread worker = Thread.ofPlatform().start(() -> {
            try {
                hanging.mount(parts, point("never"));
            } catch (SandboxException interrupted) {
                told.add(interrupted.error());
            }
        });
        await().until(() -> Files.exists(home.root().resolve("group")));

        worker.interrupt();
        worker.join();

        assertThat(told).containsExactly(SandboxError.INTERRUPTED);
        assertNothingIsLeftOfARehearsal();
    }

    /** The view of the image is in use, so nothing else of it goes. */
    @Test
    void whatAWorkerThatDiedLeftOfARehearsalIsSwept() throws IOException {
        roots.mount(parts, point("used"));
        OciRuntime dying = program(DYING + "exit 1");
        Rehearsal begun = Rehearsal.begin(own(), home.instance(), dying);
        assertThatThrownBy(() -> begun.run(
                        images.layers(parts.image()), (group, root) -> bundles().rehearsal(parts, group, root)))
                .hasMessageContaining("could not start");
        assertThat(group().populated()).isTrue();
        assertThat(Mounts.below(home.root().resolve("roots"))).hasSize(1);

        roots.sweep(Set::of);

        assertNothingIsLeftOfARehearsal();
        assertThat(own()).isNotEmptyDirectory();
    }

    private void assertNothingIsLeftOfARehearsal() throws IOException {
        assertThat(group().processes()).isEmpty();
        assertThat(group().exists()).isFalse();
        assertThat(home.root().resolve("runtime")).isDirectoryNotContaining("glob:**/rehearsal-*");
        assertThat(Mounts.below(home.root().resolve("roots"))).isEmpty();
        assertThat(own()).isDirectoryNotContaining("glob:**/new-*");
    }

    /** Of the last rehearsal. */
    private ControlGroup group() throws IOException {
        String path = Files.readString(home.root().resolve("group")).strip();
        assertThat(path).startsWith("/holdfast/" + home.instance() + "-rehearsal-");
        return new ControlGroup(Path.of(path).getFileName().toString());
    }

    private OciRuntime program(String script) throws IOException {
        Path program = Files.writeString(directory.resolve("runtime-for-tests"), script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return new OciRuntime(program, home.root().resolve("runtime"));
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
        return roots(of, OciRuntime.find(config, home));
    }

    private RootFileSystems roots(KeptImages of, OciRuntime runtime) {
        return new RootFileSystems(home, of, bundles(), runtime);
    }

    private OciBundle bundles() {
        try {
            return new OciBundle(new Interior(home.supervisor(), null), NameFiles.in(home), SeccompProfile.text());
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
                            .map(container -> container.getNames()[0].substring(1))
                            .toList();
        }
    }
}
