package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.Executor;
import dev.holdfast.devstack.control.ProcessIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * Every hostile command against real containers, a few at a time. {@code -Dholdfast.hostile=10,12} runs only these;
 * what was found is in {@code target/hostile-report-*.md}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class HostileCommands {
    private static final int AT_ONCE = 3;

    private final StackUnderTest stack;
    private final Executor executor;
    private final HostileReport report = new HostileReport();
    private final ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    private final ProcessIdentity worker;
    private final Neighbour neighbour;
    private final long begun = System.nanoTime();

    HostileCommands(StackUnderTest stack, Executor executor) {
        this.stack = stack;
        this.executor = executor;
        this.worker = stack.processOf("worker");
        this.neighbour = Neighbour.movesIn(stack, executor);
    }

    @BeforeAll
    void makeTheImageWithIdeasOfItsOwn() {
        StubbornImage.make();
    }

    @TestFactory
    Stream<DynamicTest> hostileCommands() {
        List<String> wanted =
                Arrays.asList(System.getProperty("holdfast.hostile", "").split(",", -1));
        List<HostileCase> cases = Stream.of(
                        ProcessCases.all(),
                        DiskCases.all(),
                        OutputCases.all(),
                        RequestCases.all(),
                        CallerCases.all(),
                        IsolationCases.all(),
                        ArtifactCases.all(),
                        ReportCases.all(),
                        SecretCases.all())
                .flatMap(List::stream)
                .filter(each -> wanted.equals(List.of("")) || wanted.contains(each.number()))
                .toList();
        assertThat(cases).isNotEmpty();
        // All are under way from here on; a test only waits for its own.
        List<DynamicTest> tests = cases.stream()
                .map(each -> {
                    Future<?> trial = threads.submit(() -> held(each));
                    return DynamicTest.dynamicTest(each.displayName(), () -> await(trial));
                })
                .toList();
        return tests.stream();
    }

    @AfterAll
    void theNeighbourWasNeverDisturbed() throws IOException {
        threads.shutdownNow();
        report.write(
                Path.of(System.getProperty("holdfast.root"), "target", "hostile-report-" + executor.json() + ".md"),
                Duration.ofNanos(System.nanoTime() - begun));
        StubbornImage.remove(stack);
        neighbour.movesOut();
    }

    private Void held(HostileCase each) throws Exception {
        long started = System.nanoTime();
        String result = "does not hold";
        try {
            Arena arena = new Arena(stack, executor);
            each.trial().run(arena);
            arena.assertNothingIsLeft();
            assertTheWorkerIsWell();
            neighbour.assertUnaffected();
            result = "holds";
            return null;
        } catch (AssertionError | RuntimeException failed) {
            result = "does not hold: " + failed.getMessage();
            throw failed;
        } finally {
            report.add(each, result, Duration.ofNanos(System.nanoTime() - started));
        }
    }

    private void assertTheWorkerIsWell() throws Exception {
        assertThat(stack.processOf("worker")).as("the worker's process").isEqualTo(worker);
        assertThat(Health.of(stack.part("worker").address() + "/actuator/health"))
                .contains("\"status\":\"UP\"");
    }

    private static void await(Future<?> trial) throws Throwable {
        try {
            trial.get();
        } catch (ExecutionException failed) {
            throw failed.getCause();
        }
    }
}
