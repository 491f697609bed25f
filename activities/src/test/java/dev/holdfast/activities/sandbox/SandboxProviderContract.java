package dev.holdfast.activities.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.activities.sandbox.home.KeptDirectory;
import dev.holdfast.activities.sandbox.home.ProjectVolumes;
import dev.holdfast.activities.sandbox.home.SandboxHome;
import dev.holdfast.contract.Cache;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.StepLimits;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.Volume;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every executor must do, whatever its sandboxes are made of. */
public abstract class SandboxProviderContract {
    private static final AtomicInteger COUNTER = new AtomicInteger();

    protected static final Limits SMALL = new Limits(
                    1.0,
                    DataSize.ofMebibytes(256),
                    64,
                    DataSize.ofMebibytes(64),
                    DataSize.ofMebibytes(64),
                    2000L,
                    1024,
                    null)
            .orElse(Limits.DEFAULTS);

    protected Path home;
    protected SandboxProvider provider;
    protected SandboxId id;
    private TaskId taskId;

    /** Another one on the same home, as a second worker would have it. */
    protected abstract SandboxProvider open(SandboxConfig config);

    protected abstract SandboxConfig config(Path newHome);

    /** Makes the sandbox die without our doing. */
    protected abstract void killFromOutside(SandboxHandle handle) throws Exception;

    @BeforeEach
    void openProvider() throws IOException {
        home = Files.createTempDirectory(Files.createDirectories(Path.of("target", "sandboxes")), "h")
                .toAbsolutePath();
        provider = open(config(home));
        taskId = new TaskId(
                getClass().getSimpleName() + "-" + ProcessHandle.current().pid() + "-" + COUNTER.incrementAndGet());
        id = SandboxId.of(taskId);
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        for (ListedSandbox listed : provider.list()) {
            Receipt receipt = provider.destroy(listed.id());
            assertThat(receipt.left()).isEmpty();
        }
        assertThat(provider.list()).isEmpty();
        provider.close();
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    protected SandboxRequest request() {
        return SandboxRequest.of(taskId, null, SMALL);
    }

    protected SandboxHandle start() {
        return provider.start(request(), Progress.NONE);
    }

    protected static StepStart shell(String key, String script) {
        return StepStart.of(key, List.of("sh", "-c", script));
    }

    /** Runs to the end and gives what it wrote. */
    protected Ran run(Supervisor supervisor, String key, String script) {
        RecordedLog log = new RecordedLog();
        Supervisor.Started started = supervisor.start(shell(key, script), Duration.ofSeconds(30), 1 << 20, log);
        assertThat(started.step().ended()).as("step %s ended", key).isTrue();
        return new Ran(started.step(), log);
    }

    protected record Ran(StepRecord step, RecordedLog log) {}

    @Test
    void aStepRunsAndTellsItsOutputAndExitCode() {
        try (Supervisor supervisor = provider.connect(start())) {
            Ran ran = run(supervisor, "one", "echo out; echo err >&2; exit 3");

            assertThat(ran.step().outcome()).isEqualTo(OutcomeKind.EXITED);
            assertThat(ran.step().exitCode()).isEqualTo(3);
            assertThat(ran.log().stdout()).isEqualTo("out\n");
            assertThat(ran.log().stderr()).isEqualTo("err\n");
            assertThat(supervisor.hello().sandbox()).isEqualTo(id.value());
        }
    }

    @Test
    void volumesAndCachesOutliveTheSandboxForTheirProjectOnly() {
        ProjectId mine = new ProjectId("mine");
        String write = "echo kept > $PROJECT_VOLUME/note; echo package > $npm_config_cache/x; mkdir -p $GOCACHE";
        String look = "cat $PROJECT_VOLUME/note $npm_config_cache/x; ls -d $GOCACHE > /dev/null && echo go";
        keeping(mine, "first", write);

        assertThat(keeping(mine, "second", look)).isEqualTo("kept\npackage\ngo\n");
        assertThat(keeping(new ProjectId("theirs"), "foreign", look)).isEmpty();
        assertThat(home.resolve("volumes/mine")).exists();
        removeVolumes();
    }

    /** Runs it in a sandbox of its own that is destroyed afterwards. */
    private String keeping(ProjectId project, String name, String script) {
        SandboxRequest request = SandboxRequest.of(new TaskId(taskId.value() + name), null, SMALL)
                .withKept(project, Volume.PROJECT, List.of(Cache.NPM, Cache.GO));
        try (Supervisor supervisor = provider.connect(provider.start(request, Progress.NONE))) {
            return run(supervisor, name, script).log().stdout();
        } finally {
            assertThat(provider.destroy(request.id()).state()).isEqualTo(Receipt.State.CLEAN);
        }
    }

    @Test
    void whatASandboxHasIsNotPrunedAndTheRestIsOnRequest() {
        SandboxRequest request = request().withKept(new ProjectId("mine"), Volume.PROJECT, List.of(Cache.PIP));
        provider.start(request, Progress.NONE);
        ProjectVolumes volumes = new ProjectVolumes(SandboxHome.open(home), config(home));

        assertThat(volumes.prune(kept -> true)).isEmpty();
        provider.destroy(id);

        assertThat(volumes.list()).extracting(KeptDirectory::name).containsExactlyInAnyOrder("volume", "cache-pip");
        assertThat(volumes.prune(kept -> kept.name().equals("cache-pip"))).hasSize(1);
        assertThat(volumes.list()).extracting(KeptDirectory::name).containsExactly("volume");
        removeVolumes();
    }

    private void removeVolumes() {
        ProjectVolumes volumes = new ProjectVolumes(SandboxHome.open(home), config(home));
        volumes.prune(kept -> true);
        assertThat(volumes.list()).isEmpty();
    }

    @Test
    void aStepHasLimitsOfItsOwn() {
        StepLimits limits = new StepLimits(DataSize.ofMebibytes(24), null, 100, DataSize.ofMebibytes(1));
        try (Supervisor supervisor = provider.connect(start())) {
            StepRecord greedy = supervisor.start(
                    limited("greedy", "x=$(head -c 90000000 /dev/zero | tr '\\0' x); sleep 60", limits),
                    Duration.ofSeconds(30));
            assertThat(greedy.outcome()).isEqualTo(OutcomeKind.OOM_KILLED);
            assertThat(greedy.reason()).contains("limit of 25165824");

            StepRecord writing = supervisor.start(
                    limited(
                            "writing",
                            "ulimit -n; head -c 2000000 /dev/zero > big; [ $(stat -c %s big) = 1048576 ]",
                            limits),
                    Duration.ofSeconds(30));
            assertThat(writing.exitCode()).isZero();
        }
    }

    private static StepStart limited(String key, String script, StepLimits limits) {
        StepStart plain = shell(key, script);
        return new StepStart(
                plain.step(),
                plain.argv(),
                plain.env(),
                plain.cwd(),
                plain.timeout(),
                plain.grace(),
                plain.stdinOpen(),
                plain.outputLimitBytes(),
                plain.onOutputLimit(),
                plain.background(),
                plain.pty(),
                StepStart.ProcessLimits.of(limits),
                plain.secretFiles());
    }

    @Test
    void startingASecondTimeFindsTheSameSandbox() {
        SandboxHandle first = start();
        SandboxHandle second = start();

        assertThat(second).isEqualTo(first);
        assertThat(provider.list()).hasSize(1);
    }

    @Test
    void manyStartsAtOnceMakeOneSandbox() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                SandboxProvider secondWorker = open(config(home))) {
            List<Callable<SandboxHandle>> starts = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                starts.add(this::start);
                starts.add(() -> secondWorker.start(request(), Progress.NONE));
            }
            List<SandboxHandle> handles = new ArrayList<>();
            for (Future<SandboxHandle> start : threads.invokeAll(starts)) {
                handles.add(start.get());
            }
            assertThat(handles).containsOnly(handles.getFirst());
        }
        assertThat(provider.list()).hasSize(1);
    }

    @Test
    void startingAStepAgainAttachesToItAndReadsOnFromAnOffset() {
        try (Supervisor supervisor = provider.connect(start())) {
            StepStart step = shell("once", "echo x >> count; echo first; sleep 0.5; echo second; wc -l < count");
            assertThat(supervisor.start(step, Duration.ZERO).attached()).isFalse();
            RecordedLog beginning = new RecordedLog();
            LogRead read = supervisor.readLog("once", 0, 1 << 20, Duration.ofSeconds(10), beginning);
            assertThat(beginning.stdout()).isEqualTo("first\n");

            StepRecord again = supervisor.start(step, Duration.ofSeconds(20));
            RecordedLog rest = new RecordedLog();
            LogRead end = supervisor.readLog("once", read.next(), 1 << 20, Duration.ofSeconds(10), rest);

            assertThat(again.attached()).isTrue();
            assertThat(again.exitCode()).isZero();
            assertThat(rest.stdout()).startsWith("second\n").endsWith("1\n");
            assertThat(end.eof()).isTrue();
        }
    }

    @Test
    void theSameKeyForAnotherCommandIsAConflict() {
        try (Supervisor supervisor = provider.connect(start())) {
            run(supervisor, "key", "true");

            assertThatThrownBy(() -> supervisor.start(shell("key", "false"), Duration.ZERO))
                    .isInstanceOfSatisfying(
                            SandboxException.class, e -> assertThat(e.error()).isEqualTo(SandboxError.CONFLICT));
        }
    }

    @Test
    void anotherWorkerRecoversTheSandboxAndTheStepInIt() {
        SandboxHandle handle = start();
        try (Supervisor supervisor = provider.connect(handle)) {
            supervisor.start(shell("long", "echo started; sleep 1; exit 7"), Duration.ZERO);
        }
        try (SandboxProvider secondWorker = open(config(home))) {
            SandboxHandle recovered = secondWorker.recover(id).orElseThrow();
            assertThat(recovered).isEqualTo(handle);
            try (Supervisor supervisor = secondWorker.connect(SandboxHandle.fromJson(handle.toJson()))) {
                assertThat(supervisor.await("long", Duration.ofSeconds(20)).exitCode())
                        .isEqualTo(7);
            }
        }
    }

    @Test
    void aSandboxThatWasNeverMadeIsAbsent() {
        assertThat(provider.recover(id)).isEmpty();
        assertThat(provider.inspect(id)).isEqualTo(new Inspection.Absent());
    }

    @Test
    void filesGoInAndComeOutAsTar() throws IOException {
        try (Supervisor supervisor = provider.connect(start())) {
            PutReport put = supervisor.put(
                    new PutRequest(".", 1 << 20, 100),
                    Supervisor.TarSource.of(new ByteArrayInputStream(tar(Map.of("in/a.txt", "hello", "b.txt", "b")))));
            assertThat(put.bytes()).isEqualTo(6);
            assertThat(run(supervisor, "copy", "cat in/a.txt; mkdir out; cp in/a.txt out/c.txt")
                            .log()
                            .stdout())
                    .isEqualTo("hello");

            Map<String, String> collected = new java.util.TreeMap<>();
            GetReport got = supervisor.get(
                    new GetRequest(".", List.of("out/**"), List.of(), 1 << 20, 100, 1 << 20),
                    tar -> collected.putAll(untar(tar)));

            assertThat(collected).isEqualTo(Map.of("out/c.txt", "hello"));
            assertThat(got.files()).isEqualTo(1);
            assertThat(supervisor.stat("b.txt").size()).isEqualTo(1);
            assertThat(supervisor.list(".", true, 100, null).entries())
                    .extracting(FileEntry::path)
                    .contains("b.txt", "in/a.txt", "out/c.txt");
        }
    }

    @Test
    void anUploadAboveItsLimitIsRefusedAndTheConnectionsStayUsable() {
        try (Supervisor supervisor = provider.connect(start())) {
            byte[] large = new byte[8 << 20];
            assertThatThrownBy(() -> supervisor.put(
                            new PutRequest(".", 1000, 10),
                            Supervisor.TarSource.of(new ByteArrayInputStream(
                                    tar(Map.of("large", new String(large, StandardCharsets.ISO_8859_1)))))))
                    .isInstanceOfSatisfying(
                            SandboxException.class, e -> assertThat(e.error()).isEqualTo(SandboxError.TOO_LARGE));
            assertThat(run(supervisor, "after", "echo fine").log().stdout()).isEqualTo("fine\n");
        }
    }

    @Test
    void standardInputArrivesOnceAlsoWhenSentTwice() {
        try (Supervisor supervisor = provider.connect(start())) {
            StepStart cat = new StepStart(
                    "cat",
                    List.of("cat"),
                    Map.of(),
                    null,
                    Duration.ofSeconds(20),
                    Duration.ofSeconds(1),
                    true,
                    0,
                    dev.holdfast.contract.OutputLimitAction.TRUNCATE,
                    dev.holdfast.contract.BackgroundPolicy.KEEP,
                    null,
                    StepStart.ProcessLimits.NONE,
                    Map.of());
            supervisor.start(cat, Duration.ZERO);
            byte[] input = "abc".getBytes(StandardCharsets.UTF_8);

            assertThat(supervisor.stdin("cat", 0, new ByteArrayInputStream(input), false))
                    .isEqualTo(3);
            assertThat(supervisor.stdin("cat", 0, new ByteArrayInputStream(input), true))
                    .isEqualTo(3);

            RecordedLog log = new RecordedLog();
            assertThat(supervisor.await("cat", Duration.ofSeconds(20)).exitCode())
                    .isZero();
            supervisor.readLog("cat", 0, 100, Duration.ZERO, log);
            assertThat(log.stdout()).isEqualTo("abc");
        }
    }

    @Test
    void stoppingAStepKillsItAndWhatItStarted() {
        try (Supervisor supervisor = provider.connect(start())) {
            supervisor.start(shell("stubborn", "trap '' TERM; sleep 300 & sleep 300"), Duration.ZERO);

            StepRecord stopped = supervisor.stop("stubborn", Duration.ofMillis(100), Supervisor.StopReason.CANCELLED);

            assertThat(stopped.ended()).isTrue();
            assertThat(stopped.outcome()).isEqualTo(OutcomeKind.CANCELLED);
        }
    }

    @Test
    void destroyingTakesEverythingAndMayBeRepeated() {
        SandboxHandle handle = start();
        try (Supervisor supervisor = provider.connect(handle)) {
            run(
                    supervisor,
                    "leave",
                    "mkdir -p deep/er; touch deep/er/file; chmod 000 deep; setsid sleep 300 & echo ok");

            Receipt first = provider.destroy(id);
            Receipt second = provider.destroy(id);

            assertThat(first.left()).isEmpty();
            assertThat(first.state()).isEqualTo(Receipt.State.CLEAN);
            assertThat(first.verified()).contains("directory");
            assertThat(second.state()).isEqualTo(Receipt.State.CLEAN);
            assertThat(provider.inspect(id)).isEqualTo(new Inspection.Absent());
            assertThat(provider.list()).isEmpty();
            assertThatThrownBy(supervisor::hello)
                    .isInstanceOfSatisfying(
                            SandboxException.class, e -> assertThat(e.error()).isEqualTo(SandboxError.SANDBOX_LOST));
        }
    }

    @Test
    void aSandboxKilledFromOutsideIsDeadAndNotStartedAgain() throws Exception {
        SandboxHandle handle = start();
        try (Supervisor supervisor = provider.connect(handle)) {
            supervisor.start(shell("victim", "sleep 300"), Duration.ZERO);
            killFromOutside(handle);
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(provider.inspect(id)).isInstanceOf(Inspection.Dead.class));

            assertThatThrownBy(() -> supervisor.await("victim", Duration.ofSeconds(1)))
                    .isInstanceOfSatisfying(
                            SandboxException.class, e -> assertThat(e.error()).isEqualTo(SandboxError.SANDBOX_LOST));
            assertThatThrownBy(this::start)
                    .isInstanceOfSatisfying(
                            SandboxException.class, e -> assertThat(e.error()).isEqualTo(SandboxError.SANDBOX_LOST));
            assertThat(provider.recover(id)).isEmpty();
        }
    }

    @Test
    void stoppingEndsTheSandboxAndLeavesItsRemainsToDestroy() {
        SandboxHandle handle = start();

        provider.stop(handle, Duration.ofMillis(100));
        provider.stop(handle, Duration.ofMillis(100));

        assertThat(provider.inspect(id)).isInstanceOf(Inspection.Dead.class);
        assertThat(provider.list()).extracting(ListedSandbox::state).containsExactly(ListedSandbox.State.DEAD);
    }

    @Test
    void theListTellsWhoseASandboxIs() {
        Instant before = Instant.now().minusSeconds(5);
        provider.start(request().withLabels(Map.of("pool", "warm")), Progress.NONE);

        ListedSandbox listed = provider.list().getFirst();

        assertThat(listed.id()).isEqualTo(id);
        assertThat(listed.state()).isEqualTo(ListedSandbox.State.RUNNING);
        assertThat(listed.task()).isEqualTo(taskId.value());
        assertThat(listed.project()).isEqualTo(ProjectId.DEFAULT.value());
        assertThat(listed.labels()).containsEntry("pool", "warm");
        assertThat(listed.createdAt()).isBetween(before, Instant.now().plusSeconds(5));
    }

    @Test
    void withoutALeaseCallTheSandboxEndsItself() {
        provider.start(request().withLease(Duration.ofSeconds(1)), Progress.NONE);

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(provider.inspect(id)).isInstanceOf(Inspection.Dead.class));
    }

    @Test
    void aHomeWithALongPathWorksToo() throws IOException {
        Path longHome = Files.createDirectories(home.resolve("a-directory-whose-name-is-long".repeat(4)));
        try (SandboxProvider far = open(config(longHome))) {
            try (Supervisor supervisor = far.connect(far.start(request(), Progress.NONE))) {
                assertThat(run(supervisor, "far", "echo far").log().stdout()).isEqualTo("far\n");
            } finally {
                assertThat(far.destroy(id).left()).isEmpty();
            }
        }
    }

    @Test
    void aLimitAboveTheCeilingNamesItsField() {
        SandboxRequest greedy = request().withLimits(request().limits().withMemory(DataSize.ofGibibytes(900)));

        assertThatThrownBy(() -> provider.start(greedy, Progress.NONE))
                .isInstanceOfSatisfying(
                        SandboxException.class, e -> assertThat(e.error()).isEqualTo(SandboxError.LIMIT_INVALID))
                .hasMessageStartingWith("limits.memory: 900g");
    }

    private static byte[] tar(Map<String, String> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                byte[] content = file.getValue().getBytes(StandardCharsets.UTF_8);
                TarArchiveEntry entry = new TarArchiveEntry(file.getKey());
                entry.setSize(content.length);
                tar.putArchiveEntry(entry);
                tar.write(content);
                tar.closeArchiveEntry();
            }
        }
        return bytes.toByteArray();
    }

    private static Map<String, String> untar(java.io.InputStream stream) throws IOException {
        Map<String, String> files = new java.util.TreeMap<>();
        TarArchiveInputStream tar = new TarArchiveInputStream(stream);
        for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
            if (entry.isFile()) {
                files.put(entry.getName(), new String(tar.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return files;
    }
}
