package dev.holdfast.workflows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.contract.Command;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskState;
import dev.holdfast.contract.Transition;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.failure.CanceledFailure;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactoryOptions;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TaskWorkflowTest {
    private static final Set<String> visited = new HashSet<>();

    private final FakeHost host = new FakeHost();
    private TestWorkflowEnvironment environment;
    private TaskId taskId;

    @BeforeEach
    void startServer(TestInfo test) {
        taskId = new TaskId("t" + Integer.toHexString(test.getDisplayName().hashCode()));
        environment = withWorkers();
        environment.start();
    }

    private TestWorkflowEnvironment withWorkers() {
        TestWorkflowEnvironment made = TestWorkflowEnvironment.newInstance(TestEnvironmentOptions.newBuilder()
                .setWorkerFactoryOptions(WorkerFactoryOptions.newBuilder().build())
                .build());
        SearchAttributes.ALL.forEach(key -> made.registerSearchAttribute(key.getName(), key.getValueType()));
        Worker shared = made.newWorker(TaskWorkflow.TASK_QUEUE);
        shared.registerWorkflowImplementationTypes(TaskWorkflowImpl.class);
        shared.registerActivitiesImplementations(host);
        made.newWorker(TaskWorkflow.PLACES_QUEUE).registerActivitiesImplementations(host);
        made.newWorker(FakeHost.QUEUE).registerActivitiesImplementations(host);
        return made;
    }

    @AfterEach
    void stopServer() {
        host.closed = true;
        environment.close();
    }

    @AfterAll
    static void everyChangeOfTheTableWasSeen() {
        Set<String> table = new HashSet<>();
        for (TaskState from : TaskState.values()) {
            Lifecycle.next(from).forEach(to -> table.add(from + " -> " + to));
        }
        assertThat(visited).containsExactlyInAnyOrderElementsOf(table);
    }

    @Test
    void aTaskWhoseStepsAllExitZeroSucceeds() {
        TaskResult result = run(spec("exit 0", "exit 0"));

        assertThat(states(result))
                .containsExactly("QUEUED", "ACQUIRING", "RUNNING", "COLLECTING", "RELEASING", "SUCCEEDED");
        assertThat(result.exitCode()).isZero();
        assertThat(result.steps()).hasSize(2);
        assertThat(result.artifacts()).hasSize(1);
        assertThat(result.warnings()).containsExactly("a warning");
        assertThat(result.cleanup().state()).isEqualTo(Receipt.State.CLEAN);
        assertThat(host.rows.values())
                .extracting(HistoryActivities.HistoryEntry::task)
                .containsExactly(result);
    }

    @Test
    void aCommandThatExitsThreeIsAResult() {
        TaskResult result = run(spec("exit 3", "exit 0"));

        assertThat(result.state()).isEqualTo(TaskState.FAILED);
        assertThat(result.outcome()).isEqualTo(OutcomeKind.EXITED);
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.errorCode()).isNull();
        assertThat(result.steps()).hasSize(1);
    }

    @Test
    void filesAreStagedBeforeTheFirstStep() {
        TaskSpec spec = spec("exit 0").withFiles(List.of(InputFile.text("a.txt", "hi")));

        TaskResult result = run(spec);

        assertThat(states(result)).contains("STAGING");
        assertThat(result.warnings()).contains("validation: a.txt is odd");
        assertThat(host.calls)
                .containsExactly(
                        "reserve at once",
                        "acquire at once",
                        "stage at once",
                        "run s1-a1 at once",
                        "collect at once",
                        "release at once");
    }

    @ParameterizedTest
    @MethodSource("doneAtOnce")
    void whatTheWorkerTellsBeforeTheWorkflowIsWhatTheWorkflowSays(TaskSpec spec) {
        run(spec);

        assertThat(host.told).hasSize(1).isEqualTo(host.endings);
    }

    @ParameterizedTest
    @MethodSource("doneAtOnce")
    void whatTheWorkerWritesAtTheEndIsWhatTheWorkflowSays(TaskSpec spec) {
        TaskResult result = run(spec);

        assertThat(host.lastRows.values()).extracting(HistoryEntry::task).containsExactly(result);
        assertThat(result.endedAt())
                .isAfterOrEqualTo(result.transitions().get(1).at());
    }

    @ParameterizedTest
    @MethodSource("doneAtOnce")
    void aSandboxThatIsGivenBackAtOnceIsNotAskedForAgain(TaskSpec spec) {
        host.recycles = true;

        TaskResult result = run(spec);

        assertThat(host.calls).noneMatch(call -> call.startsWith("release"));
        assertThat(host.lastRows.values()).extracting(HistoryEntry::task).containsExactly(result);
        assertThat(result.cleanup().verified()).containsExactly("processes");
        assertThat(result.state().terminal()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whenTheWorkerCannotWriteTheEndTheWorkflowDoes(boolean recycles) {
        host.recycles = recycles;
        host.broken.add("last row");

        TaskResult result = run(spec("exit 0"));

        assertThat(host.lastRows).isEmpty();
        assertThat(host.rows.values()).extracting(HistoryEntry::task).containsExactly(result);
        assertThat(result.state()).isEqualTo(TaskState.SUCCEEDED);
    }

    static Stream<TaskSpec> doneAtOnce() {
        return Stream.of(
                spec("exit 0").withFiles(List.of(InputFile.text("a.txt", "hi"))),
                spec("exit 3", "exit 0"),
                specOf(List.of(step("exit 1", true, 0), step("exit 0", false, 0))),
                specOf(List.of(step("exit 0", false, 0), step("exit 1", true, 0))),
                specOf(List.of(step("exit 1", true, 0), step("exit 2", true, 0), step("exit 0", false, 0))),
                specOf(List.of(step("forgotten", true, 0), step("exit 0", false, 0))));
    }

    @Test
    void aStepMayFailWithoutEndingTheTask() {
        TaskResult result = run(specOf(List.of(step("exit 1", true, 0), step("exit 0", false, 0))));

        assertThat(result.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(result.steps()).extracting(s -> s.exitCode()).containsExactly(1, 0);
        assertThat(result.reason()).isEqualTo("1 step failed and was allowed to");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void howManyStepsWereAllowedToFailIsSaidWhoeverRanThem(boolean away) {
        host.away = away;

        TaskResult result =
                run(specOf(List.of(step("exit 1", true, 0), step("exit 0", false, 0), step("exit 3", true, 0))));

        assertThat(result.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.reason()).isEqualTo("2 steps failed and were allowed to");
    }

    @ParameterizedTest
    @ValueSource(strings = {"forgotten", "vanish"})
    void aStepWhoseEndNobodyKnowsEndsTheTaskThoughItMayFail(String command) {
        TaskResult result = run(specOf(List.of(step(command, true, 0), step("exit 0", false, 0))));

        assertThat(result.state()).isEqualTo(TaskState.LOST);
        assertThat(result.errorCode()).isEqualTo("step_lost");
        assertThat(result.steps()).hasSize(1);
        assertThat(host.calls).doesNotContain("run s2-a1", "run s2-a1 at once");
    }

    @Test
    void aStepThatIsLostWithItsHostEndsTheTaskThoughItMayFail() {
        host.diesAt = "run s1-a1";

        TaskResult result = run(specOf(List.of(step("exit 0", true, 0), step("exit 0", false, 0))));

        assertThat(result.outcome()).isEqualTo(OutcomeKind.LOST);
        assertThat(result.steps()).hasSize(1);
    }

    @Test
    void aCommandIsRunAgainOnlyWhereItsOwnerAllowsIt() {
        TaskResult result = run(specOf(List.of(step("flaky", false, 3))));

        assertThat(result.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(result.steps().get(0).attempts()).isEqualTo(3);
        assertThat(host.calls)
                .containsSubsequence("run s1-a1 at once", "run s1-a2 at once", "run s1-a3 at once")
                .doesNotContain("run s1-a4 at once");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10})
    void aStepThatIsRefusedFailsTheTaskWithTheReasonAndIsNotTriedAgain(int retries) {
        TaskResult result = run(
                specOf(List.of(step("exit 0", false, 0), step("refused", false, retries), step("exit 0", false, 0))));

        assertThat(result.state()).isEqualTo(TaskState.FAILED);
        assertThat(result.reason()).isEqualTo("step-2: steps.timeout: is more than may be");
        assertThat(result.errorCode()).isEqualTo("limit_invalid");
        assertThat(result.steps()).extracting(s -> s.exitCode()).containsExactly(0);
        assertThat(result.artifacts()).hasSize(1);
        assertThat(host.calls).doesNotContain("run s2-a2", "run s2-a2 at once", "run s3-a1", "run s3-a1 at once");
    }

    @Test
    void aStepThatWasBegunBeforeItWasRefusedIsLost() {
        TaskResult result = run(spec("begun, then refused"));

        assertThat(result.state()).isEqualTo(TaskState.LOST);
        assertThat(result.reason()).contains("steps.timeout");
    }

    @Test
    void aStepWhoseNextAttemptIsRefusedEndedAsTheLastOneThatWasBegun() {
        TaskResult result = run(specOf(List.of(step("fails, then is refused", false, 5))));

        assertThat(result.state()).isEqualTo(TaskState.FAILED);
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(host.calls).noneMatch(call -> call.startsWith("run s1-a3"));
    }

    @Test
    void aStepThatTimedOutIsSaidToHaveTimedOut() {
        TaskResult result = run(spec("slow"));

        assertThat(result.state()).isEqualTo(TaskState.TIMED_OUT);
        assertThat(result.outcome()).isEqualTo(OutcomeKind.TIMED_OUT);
        assertThat(result.reason()).isEqualTo("step-1 timed out after PT5M");
    }

    @Test
    void runningOutOfMemoryFailsTheTaskWithThatOutcome() {
        TaskResult result = run(spec("oom"));

        assertThat(result.state()).isEqualTo(TaskState.FAILED);
        assertThat(result.outcome()).isEqualTo(OutcomeKind.OOM_KILLED);
        assertThat(result.exitCode()).isEqualTo(137);
    }

    @Test
    void aSandboxThatVanishedMakesTheStepLostAndNotFailed() {
        TaskResult result = run(spec("vanish"));

        assertThat(result.state()).isEqualTo(TaskState.LOST);
        assertThat(result.steps().get(0).outcome()).isEqualTo(OutcomeKind.LOST);
        assertThat(result.steps().get(0).exitCode()).isNull();
        assertThat(result.reason()).contains("the container is gone");
    }

    @ParameterizedTest
    @ValueSource(strings = {"reserve", "acquire", "stage"})
    void whatThePlatformCouldNotDoFailsTheTaskAndIsNamed(String phase) {
        host.broken.add(phase);

        TaskResult result = run(spec("exit 0").withFiles(List.of(InputFile.text("a.txt", "hi"))));

        assertThat(result.state()).isEqualTo(TaskState.FAILED);
        assertThat(result.errorCode()).isEqualTo(phase + "_broken");
        assertThat(result.outcome()).isNull();
        assertThat(host.calls.contains("release")).isEqualTo(!phase.equals("reserve"));
    }

    @Test
    void artifactsThatCouldNotBeCollectedDoNotChangeHowTheCommandEnded() {
        host.broken.add("collect");

        TaskResult result = run(spec("exit 0"));

        assertThat(result.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(result.warnings()).anyMatch(warning -> warning.contains("collect is broken"));
    }

    @Test
    void whatCouldNotBeCleanedUpIsSaid() {
        host.broken.add("cleanup");

        TaskResult result = run(spec("exit 0"));

        assertThat(result.state()).isEqualTo(TaskState.CLEANUP_FAILED);
        assertThat(result.exitCode()).isZero();
        assertThat(result.cleanup().left()).containsExactly("volume hf-fake");
        assertThat(host.lastRows.values()).extracting(HistoryEntry::task).containsExactly(result);
    }

    @Test
    void aReleaseThatNeverAnswersIsNotSaidToBeClean() {
        host.broken.add("release");

        TaskResult result = run(spec("exit 0"));

        assertThat(result.state()).isEqualTo(TaskState.CLEANUP_FAILED);
        assertThat(result.cleanup().left()).singleElement().asString().startsWith("not verified");
    }

    @Test
    void cancelWhileRunningStopsTheStepAndDestroysTheSandbox() throws Exception {
        TaskResult result = interrupted(spec("hang", "exit 0"), new CancelRequest("not needed any more"));

        assertThat(result.state()).isEqualTo(TaskState.CANCELLED);
        assertThat(result.outcome()).isEqualTo(OutcomeKind.CANCELLED);
        assertThat(result.reason()).isEqualTo("not needed any more while running step-1");
        assertThat(result.steps()).hasSize(1);
        assertThat(host.calls)
                .containsSubsequence("run s1-a1 at once", "run s1-a1", "stop s1-a1", "release")
                .doesNotContain("collect at once", "collect");
    }

    @ParameterizedTest
    @ValueSource(strings = {"reserve", "acquire", "stage"})
    void cancelInAnEarlyPhaseEndsTheTask(String phase) throws Exception {
        host.slow.add(phase);

        TaskResult result = interrupted(
                spec("exit 0").withFiles(List.of(InputFile.text("a.txt", "hi"))), new CancelRequest("stop"));

        assertThat(result.state()).isEqualTo(TaskState.CANCELLED);
        assertThat(result.reason()).startsWith("stop while ");
        assertThat(host.calls).doesNotContain("run s1-a1", "run s1-a1 at once");
    }

    @Test
    void whatAWorkerBeganBeforeItDiedIsReleasedThoughTheTaskWasCancelledInTheQueue() throws Exception {
        host.slow.add("reserve");
        host.placedUnheard = true;

        TaskResult result = interrupted(spec("exit 0"), new CancelRequest("stop"));

        assertThat(states(result)).containsExactly("QUEUED", "ACQUIRING", "RELEASING", "CANCELLED");
        assertThat(host.calls).contains("release");
        assertThat(result.cleanup().state()).isEqualTo(Receipt.State.CLEAN);
    }

    @Test
    void whatAWorkerDidBeforeItDiedStaysThoughTheTaskWasCancelledMeanwhile() throws Exception {
        host.slow.add("reserve");
        host.doneUnheard = true;

        TaskResult result = interrupted(spec("exit 3"), new CancelRequest("too late"));

        assertThat(states(result))
                .containsExactly("QUEUED", "ACQUIRING", "RUNNING", "COLLECTING", "RELEASING", "FAILED");
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.warnings()).noneMatch(warning -> warning.contains("too late"));
        assertThat(host.calls).contains("release");
    }

    @Test
    void stepsThatEndedInAWorkerThatIsStillAtItStayThoughTheTaskWasCancelledMeanwhile() throws Exception {
        host.slow.add("reserve");
        host.stillAt = true;
        host.stillAtSteps = 1;

        TaskResult result = interrupted(spec("exit 3"), new CancelRequest("stop"));

        assertThat(states(result)).containsExactly("QUEUED", "ACQUIRING", "RUNNING", "RELEASING", "FAILED");
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(host.calls).contains("release");
    }

    @Test
    void aTaskWhoseWorkerIsStillAtItsStepIsCancelledThere() throws Exception {
        host.slow.add("reserve");
        host.stillAt = true;

        TaskResult result = interrupted(spec("exit 3"), new CancelRequest("stop"));

        assertThat(states(result)).containsExactly("QUEUED", "ACQUIRING", "RUNNING", "RELEASING", "CANCELLED");
        assertThat(result.reason()).isEqualTo("stop while running");
        assertThat(host.calls).contains("release");
    }

    @ParameterizedTest
    @CsvSource({"false, 0", "false, 3", "true, 0", "true, 3"})
    void aTaskThatTemporalItselfCancelsIsCancelledWhateverItsStepMayDo(boolean continueOnFailure, int retries)
            throws Exception {
        TaskWorkflow task = stub();
        TaskSpec spec = specOf(List.of(step("hang", continueOnFailure, retries)));
        WorkflowClient.start(task::run, new TaskRequest(taskId, spec, "test"));
        assertThat(host.running.await(20, TimeUnit.SECONDS)).isTrue();

        WorkflowStub.fromTyped(task).cancel();

        assertThatThrownBy(() -> WorkflowStub.fromTyped(task).getResult(TaskResult.class))
                .hasCauseInstanceOf(CanceledFailure.class);
        TaskResult result = Objects.requireNonNull(host.rows.get(taskId)).task();
        remember(result);
        assertThat(result.state()).isEqualTo(TaskState.CANCELLED);
        assertThat(result.reason()).endsWith("while running step-1");
        assertThat(result.steps()).extracting(step -> step.outcome()).containsExactly(OutcomeKind.CANCELLED);
        assertThat(host.calls).contains("stop s1-a1", "release").doesNotContain("run s1-a2", "run s1-a2 at once");
    }

    @Test
    void cancelAfterTheStepsHaveEndedDoesNotChangeHowTheyEnded() throws Exception {
        host.slow.add("collect");

        TaskResult result = interrupted(spec("exit 0"), new CancelRequest("too late"));

        assertThat(result.exitCode()).isZero();
        assertThat(result.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(result.warnings()).contains("collecting was cut off: too late");
    }

    @ParameterizedTest
    @ValueSource(strings = {"reserve", "acquire", "stage", "run s1-a1"})
    void theTasksTimeoutNamesThePhase(String phase) {
        host.slow.add(phase);

        TaskResult result = run(
                spec("exit 0").withFiles(List.of(InputFile.text("a.txt", "hi"))).withTimeout(Duration.ofSeconds(2)));

        assertThat(result.state()).isEqualTo(TaskState.TIMED_OUT);
        assertThat(result.reason()).startsWith("the task timed out after PT2S while ");
    }

    @Test
    void theTasksTimeoutEndsCollectingAndNotWhatTheStepsMade() {
        host.slow.add("collect");

        TaskResult result = run(spec("exit 3").withTimeout(Duration.ofSeconds(5)));

        assertThat(states(result))
                .containsExactly("QUEUED", "ACQUIRING", "RUNNING", "COLLECTING", "RELEASING", "FAILED");
        assertThat(result.reason()).isEqualTo("step-1 exited with 3");
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.artifacts()).isEmpty();
        assertThat(result.warnings()).contains("collecting was cut off: the task timed out after PT5S");
        assertThat(result.cleanup().state()).isEqualTo(Receipt.State.CLEAN);
    }

    @Test
    void theTasksTimeoutChangesNothingOnceTheArtifactsAreThere() {
        host.away = true;
        host.slow.add("release");
        TaskWorkflow task = stub();
        TaskSpec spec = spec("exit 0").withTimeout(Duration.ofSeconds(20));
        WorkflowClient.start(task::run, new TaskRequest(taskId, spec, "test"));
        TaskResult answered = task.result();

        environment.sleep(Duration.ofSeconds(30));

        assertThat(answered.artifacts()).hasSize(1);
        assertThat(task.state()).isEqualTo(answered);
    }

    @Test
    void aStepThatEndsWellWhenItsTimeIsOverSaysWhyNothingWasCollected() {
        TaskResult result = run(spec("late").withTimeout(Duration.ofSeconds(5)));

        assertThat(states(result)).containsExactly("QUEUED", "ACQUIRING", "RUNNING", "RELEASING", "SUCCEEDED");
        assertThat(result.warnings()).contains("nothing was collected: the task timed out after PT5S");
    }

    @Test
    void theTasksTimeoutCountsFromItsAcceptanceAndNotFromWhenAWorkerHadTime() {
        environment.close();
        environment = withWorkers();
        TaskWorkflow task = stub();
        WorkflowClient.start(
                task::run, new TaskRequest(taskId, spec("exit 0").withTimeout(Duration.ofSeconds(3)), "test"));
        environment.sleep(Duration.ofSeconds(5));
        environment.start();

        TaskResult result = WorkflowStub.fromTyped(task).getResult(TaskResult.class);

        assertThat(result.state()).isEqualTo(TaskState.TIMED_OUT);
        assertThat(result.reason()).isEqualTo("the task timed out after PT3S while queued");
        assertThat(host.calls).isEmpty();
    }

    @Test
    void aHostThatNeverAnswersAgainEndsTheTaskAsLost() {
        host.broken.add("host");

        TaskResult result = run(spec("exit 0"));

        assertThat(result.state()).isEqualTo(TaskState.LOST);
        assertThat(result.outcome()).isEqualTo(OutcomeKind.LOST);
        assertThat(result.reason()).contains("no worker of the sandbox's host answered");
        assertLeftToTheReaper(result.cleanup());
        assertThat(host.rows.values()).extracting(HistoryEntry::task).containsExactly(result);
    }

    @Test
    void aTaskThatEndedBeforeItsHostWasLostIsNotLost() {
        host.diesAt = "release";

        TaskResult result = run(spec("exit 0"));

        assertThat(result.state()).isEqualTo(TaskState.CLEANUP_FAILED);
        assertThat(result.exitCode()).isZero();
        assertLeftToTheReaper(result.cleanup());
    }

    @Test
    void aSandboxThatVanishedAndCannotBeCleanedUpAfterIsSaidToBeLeft() {
        host.broken.add("release");

        TaskResult result = run(spec("vanish"));

        assertThat(result.state()).isEqualTo(TaskState.CLEANUP_FAILED);
        assertThat(result.outcome()).isEqualTo(OutcomeKind.LOST);
        assertThat(result.cleanup().left()).containsExactly("not verified: release is broken");
    }

    private static void assertLeftToTheReaper(Receipt receipt) {
        assertThat(receipt.state()).isEqualTo(Receipt.State.FAILED);
        assertThat(receipt.left())
                .singleElement()
                .asString()
                .startsWith("not verified: no worker of the sandbox's host answered")
                .endsWith("the host's reaper removes what is there when the host is back");
    }

    @Test
    void aSandboxOnAnotherHostIsUsedThroughThatHostsQueue() {
        host.away = true;

        TaskResult result = run(spec("exit 0").withFiles(List.of(InputFile.text("a.txt", "hi"))));

        assertThat(result.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(host.calls)
                .containsExactly("reserve at once", "acquire", "stage", "run s1-a1", "collect", "release");
    }

    @Test
    void theResultIsKnownBeforeTheSandboxIsGone() throws Exception {
        host.slow.add("release");
        TaskWorkflow task = stub();
        WorkflowClient.start(task::run, new TaskRequest(taskId, spec("exit 3"), "test"));

        TaskResult result = task.result();

        assertThat(result.state()).isEqualTo(TaskState.RELEASING);
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.artifacts()).hasSize(1);
        assertThat(result.cleanup()).isEqualTo(Receipt.PENDING);
        assertThat(host.running.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(host.rows.values())
                .extracting(HistoryActivities.HistoryEntry::task)
                .containsExactly(result);
    }

    @Test
    void aTaskWithoutAHostSaysWhyItWaits() throws Exception {
        host.slow.add("reserve");
        TaskWorkflow task = stub();
        WorkflowClient.start(task::run, new TaskRequest(taskId, spec("exit 0"), "test"));
        assertThat(host.running.await(20, TimeUnit.SECONDS)).isTrue();

        assertThat(task.state().state()).isEqualTo(TaskState.QUEUED);
        assertThat(task.state().reason()).isEqualTo("waits: it takes long");
    }

    @ParameterizedTest
    @ValueSource(strings = {"acquire", "stage", "run s1-a1"})
    void aTaskWhoseHostIsGoneMovesWhereThatDoesNoHarm(String phase) {
        host.diesAt = phase;

        TaskResult result =
                run(specOf(List.of(step("exit 0", false, 1))).withFiles(List.of(InputFile.text("a.txt", "hi"))));

        assertThat(result.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(states(result).stream().filter("QUEUED"::equals)).hasSize(2);
        assertThat(host.calls).containsSubsequence("leave", "reserve at once", "run p2-s1-a1 at once");
        assertThat(result.warnings()).anyMatch(warning -> warning.contains("was lost"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"acquire", "stage"})
    void aTaskWhoseCommandMayNotBeRunAgainMovesBeforeItWasBegun(String phase) {
        host.diesAt = phase;

        TaskResult result = run(spec("exit 0").withFiles(List.of(InputFile.text("a.txt", "hi"))));

        assertThat(result.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(host.calls).containsSubsequence("leave", "reserve at once", "run p2-s1-a1 at once");
    }

    @ParameterizedTest
    @ValueSource(strings = {"acquire", "stage"})
    void aCommandThatWasBegunBeforeTheHistoryHadAWordOfItIsNotBegunElsewhere(String phase) {
        host.diesAt = phase;
        host.begunUnheard = true;

        TaskResult result = run(spec("exit 0").withFiles(List.of(InputFile.text("a.txt", "hi"))));

        assertThat(result.state()).isEqualTo(TaskState.LOST);
        assertThat(result.outcome()).isEqualTo(OutcomeKind.LOST);
        assertThat(result.errorCode()).isEqualTo("host_lost");
        assertThat(result.reason()).startsWith("a command may have been begun there");
        assertThat(host.calls).noneMatch(call -> call.startsWith("run") || call.startsWith("leave"));
    }

    @Test
    void aCommandThatMayNotBeRunAgainIsLostWithItsHost() {
        host.diesAt = "run s1-a1";

        TaskResult result = run(spec("exit 0"));

        assertThat(result.state()).isEqualTo(TaskState.LOST);
        assertThat(result.outcome()).isEqualTo(OutcomeKind.LOST);
        assertThat(host.calls).doesNotContain("leave");
    }

    private TaskResult run(TaskSpec spec) {
        TaskResult result = stub().run(new TaskRequest(taskId, spec, "test"));
        remember(result);
        return result;
    }

    private TaskResult interrupted(TaskSpec spec, CancelRequest cancel) throws Exception {
        TaskWorkflow task = stub();
        WorkflowClient.start(task::run, new TaskRequest(taskId, spec, "test"));
        assertThat(host.running.await(20, TimeUnit.SECONDS)).isTrue();
        task.cancel(cancel);
        cancelUnlessEnded(task, new CancelRequest("a second word changes nothing"));
        TaskResult result = WorkflowStub.fromTyped(task).getResult(TaskResult.class);
        remember(result);
        return result;
    }

    private static void cancelUnlessEnded(TaskWorkflow task, CancelRequest cancel) {
        try {
            task.cancel(cancel);
        } catch (WorkflowNotFoundException ended) {
            assertThat(ended.getExecution().getWorkflowId()).isNotEmpty();
        }
    }

    private TaskWorkflow stub() {
        return environment
                .getWorkflowClient()
                .newWorkflowStub(
                        TaskWorkflow.class,
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(TaskWorkflow.TASK_QUEUE)
                                .setWorkflowId(TaskRequest.workflowId(taskId))
                                .build());
    }

    private void remember(TaskResult result) {
        RecordedHistories.keep(environment.getWorkflowClient(), taskId, result);
        List<String> states = states(result);
        for (int i = 1; i < states.size(); i++) {
            visited.add(states.get(i - 1) + " -> " + states.get(i));
        }
    }

    private static List<String> states(TaskResult result) {
        return result.transitions().stream()
                .map(Transition::state)
                .map(TaskState::name)
                .toList();
    }

    private static StepSpec step(String line, boolean continueOnFailure, int retries) {
        return StepSpec.of(Command.shell(line))
                .withContinueOnFailure(continueOnFailure)
                .withRetries(retries);
    }

    private static TaskSpec spec(String... lines) {
        return specOf(Arrays.stream(lines).map(line -> step(line, false, 0)).toList());
    }

    private static TaskSpec specOf(List<StepSpec> steps) {
        return TaskSpec.of(steps.toArray(StepSpec[]::new));
    }
}
