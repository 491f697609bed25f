package dev.holdfast.activities.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.activities.history.Leases;
import dev.holdfast.activities.history.TestPostgres;
import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxConfig;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.activities.sandbox.StepStart;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.activities.sandbox.container.ContainerProvider;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.Network;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.TaskId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Burst mode on real containers and a real database. */
class RecyclingTest {
    private static final Duration WAIT = Duration.ofMinutes(2);
    private static final ProjectId MINE = new ProjectId("mine");
    private static final ProjectId THEIRS = new ProjectId("theirs");
    private static final Limits SMALL = Limits.NONE
            .withMemory(DataSize.ofMebibytes(128))
            .withWorkspace(DataSize.ofMebibytes(32))
            .withWorkspaceFiles(1000L)
            .withOpenFiles(1024)
            .orElse(Limits.DEFAULTS);
    private static final Profile PROFILE = new Profile(Executor.DOCKER, "debian:bookworm-slim", SMALL, Network.NONE);

    @RegisterExtension
    static final TestPostgres postgres = TestPostgres.start();

    @TempDir
    Path home;

    private final String host = UUID.randomUUID().toString();
    private SandboxProvider provider;
    private WarmPool pool;

    @BeforeEach
    void startPool() {
        provider = docker();
        pool = new WarmPool(
                new PoolConfig(1, 1, Duration.ofMinutes(5), 3, 1, DataSize.ofMebibytes(1)),
                host,
                leases(),
                executor -> provider);
        pool.start(List.of(PROFILE));
        await().atMost(WAIT).until(() -> waiting() == 1);
    }

    private SandboxProvider docker() {
        try {
            SandboxProvider found = ContainerProvider.open(SandboxConfig.defaults(home), Executor.DOCKER);
            found.ensureImage(null, Progress.NONE);
            return found;
        } catch (SandboxException unavailable) {
            if ("true".equals(System.getenv("CI"))) {
                throw unavailable;
            }
            return Assumptions.abort("needs an engine: " + unavailable.getMessage());
        }
    }

    @AfterEach
    void removeEverything() {
        pool.close();
        provider.list().forEach(listed -> provider.destroy(listed.id()));
        provider.close();
    }

    @Test
    void theNextTaskOfTheProjectGetsTheSameSandboxWithNothingInIt() {
        SandboxHandle first = claim("one", MINE).orElseThrow();
        run(first, "echo secret > file");

        Receipt receipt = takeBack("one").orElseThrow();
        SandboxHandle second = claim("two", MINE).orElseThrow();

        assertThat(receipt.state()).isEqualTo(Receipt.State.CLEAN);
        assertThat(receipt.verified()).contains("processes", "workspace", "recycled for project mine");
        assertThat(second.id()).isEqualTo(first.id());
        assertThat(run(second, "[ -z \"$(ls -A)\" ]")).isZero();
        assertThat(pool.statistics().recycled()).isEqualTo(1);
    }

    @Test
    void anotherProjectNeverGetsItAndMakesRoomForAFreshOne() {
        SandboxId used = claim("one", MINE).orElseThrow().id();
        takeBack("one");

        assertThat(claim("foreign", THEIRS)).isEmpty();
        await().atMost(WAIT).until(() -> waiting() == 1);

        assertThat(claim("foreign-again", THEIRS).orElseThrow().id()).isNotEqualTo(used);
        await().atMost(WAIT)
                .untilAsserted(() -> assertThat(provider.list())
                        .extracting(listed -> listed.id())
                        .doesNotContain(used));
    }

    @Test
    void aSandboxIsUsedNoMoreOftenThanTheOperatorAllows() {
        for (String task : List.of("one", "two")) {
            assertThat(claim(task, MINE)).isPresent();
            assertThat(takeBack(task)).isPresent();
        }
        assertThat(claim("three", MINE)).isPresent();

        assertThat(takeBack("three")).isEmpty();
    }

    @Test
    void aSandboxThatIsNotCleanIsNotUsedAgain() {
        SandboxHandle handle = claim("one", MINE).orElseThrow();
        try (Supervisor supervisor = provider.connect(handle)) {
            supervisor.start(StepStart.of("runs", List.of("sleep", "600")), Duration.ZERO);
        }

        assertThat(takeBack("one")).isEmpty();
        assertThat(leases().ofTask(task("one"))).as("still to be destroyed").hasSize(1);
    }

    @Test
    void theNextWorkerAdoptsARecycledSandboxForItsProject() {
        SandboxId used = claim("one", MINE).orElseThrow().id();
        takeBack("one");
        try (WarmPool next = new WarmPool(
                new PoolConfig(1, 1, Duration.ofMinutes(5), 3, 1, DataSize.ofMebibytes(1)),
                host,
                leases(),
                executor -> provider)) {
            next.start(List.of(PROFILE));
            await().atMost(WAIT).until(() -> !next.statistics().idle().isEmpty());

            assertThat(next.claim(PROFILE, THEIRS, task("foreign"))).isEmpty();
        }
        assertThat(provider.list()).extracting(listed -> listed.id()).doesNotContain(used);
    }

    @Test
    void whoReleasesATaskLateLeavesTheSandboxToTheTaskThatHasItNow() {
        claim("early", MINE);
        Leases.Lease read = leases().ofTask(task("early")).getFirst();
        takeBack("early");
        SandboxHandle now = claim("now", MINE).orElseThrow();
        run(now, "echo mine > file");

        assertThat(pool.takeBack(read, receipt -> null)).isEmpty();

        try (Supervisor supervisor = provider.connect(now)) {
            Integer code = supervisor
                    .start(StepStart.of("look", List.of("cat", "file")), Duration.ofSeconds(30))
                    .exitCode();
            assertThat(code).isZero();
        }
    }

    private Optional<SandboxHandle> claim(String task, ProjectId project) {
        return pool.claim(PROFILE, project, task(task));
    }

    private Optional<Receipt> takeBack(String task) {
        return pool.takeBack(leases().ofTask(task(task)).getFirst(), receipt -> null)
                .map(Returned::receipt);
    }

    private int run(SandboxHandle handle, String script) {
        try (Supervisor supervisor = provider.connect(handle)) {
            Integer code = supervisor
                    .start(StepStart.of("step", List.of("sh", "-c", script)), Duration.ofSeconds(30))
                    .exitCode();
            return code == null ? -1 : code;
        }
    }

    /** The database is shared by all tests. */
    private TaskId task(String name) {
        return new TaskId(name + "-" + host);
    }

    private int waiting() {
        return pool.statistics().idle().values().stream()
                .mapToInt(Integer::intValue)
                .sum();
    }

    private static Leases leases() {
        return postgres.database().leases();
    }
}
