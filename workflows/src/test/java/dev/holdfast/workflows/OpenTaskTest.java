package dev.holdfast.workflows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.contract.Command;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.OpenSpec;
import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.StepLimits;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskState;
import dev.holdfast.workflows.SandboxActivities.Look;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.client.WorkflowUpdateHandle;
import io.temporal.client.WorkflowUpdateStage;
import io.temporal.failure.ApplicationFailure;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenTaskTest {
    private static final OpenSpec OPEN = new OpenSpec(Duration.ofHours(5), Duration.ofHours(50));

    private final FakeHost host = new FakeHost();
    private TestWorkflowEnvironment environment;
    private TaskId taskId;

    @BeforeEach
    void startServer(TestInfo test) {
        taskId = new TaskId("o" + Integer.toHexString(test.getDisplayName().hashCode()));
        startServer(WorkerOptions.getDefaultInstance());
    }

    private void startServer(WorkerOptions ofTheHost) {
        environment = TestWorkflowEnvironment.newInstance();
        SearchAttributes.ALL.forEach(key -> environment.registerSearchAttribute(key.getName(), key.getValueType()));
        Worker shared = environment.newWorker(TaskWorkflow.TASK_QUEUE);
        shared.registerWorkflowImplementationTypes(TaskWorkflowImpl.class);
        shared.registerActivitiesImplementations(host);
        environment.newWorker(TaskWorkflow.PLACES_QUEUE).registerActivitiesImplementations(host);
        environment.newWorker(FakeHost.QUEUE, ofTheHost).registerActivitiesImplementations(host);
        environment.start();
    }

    @AfterEach
    void stopServer() {
        host.closed = true;
        environment.close();
    }

    @Test
    void stepsComeOneByOneUntilTheTaskIsClosed() {
        TaskWorkflow task = open(OPEN);

        assertThat(task.step(step("a", "exit 0")).succeeded()).isTrue();
        assertThat(task.step(step("b", "exit 3")).exitCode()).isEqualTo(3);
        TaskResult closed = task.close(new CloseRequest("enough"));

        assertThat(closed.state()).isEqualTo(TaskState.RELEASING);
        TaskResult result = WorkflowStub.fromTyped(task).getResult(TaskResult.class);
        assertThat(result.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(result.reason()).isEqualTo("enough");
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.steps()).extracting(StepResult::name).containsExactly("a", "b");
        assertThat(host.calls)
                .containsExactly(
                        "reserve at once",
                        "acquire at once",
                        "run o-a-a1 at once",
                        "run o-b-a1 at once",
                        "collect at once",
                        "release");
        keepHistory("closed", task);
    }

    @Test
    void theStepsOfItsSpecHaveEndedWhenItIsReady() {
        TaskWorkflow task = stub();
        start(task, TaskSpec.of(StepSpec.of(Command.shell("exit 4"))).withOpen(OPEN));

        TaskResult ready = task.result();

        assertThat(ready.state()).isEqualTo(TaskState.RUNNING);
        assertThat(ready.steps()).extracting(StepResult::exitCode).containsExactly(4);
        assertThat(task.step(step("next", "exit 0")).succeeded()).isTrue();
        task.close(new CloseRequest("enough"));
        keepHistory("with-steps-of-its-spec", task);
    }

    @Test
    void theSameNameIsRunOnce() {
        TaskWorkflow task = open(OPEN);

        StepResult first = task.step(step("once", "exit 7"));
        StepResult second = task.step(step("once", "exit 7"));

        assertThat(second).isEqualTo(first);
        assertThat(host.calls).containsOnlyOnce("run o-once-a1 at once");
        assertThatThrownBy(() -> task.step(step("once", "exit 0")))
                .satisfies(e -> assertRefused(e, "was another command"));
    }

    @Test
    void theSameCommandRunInAnotherWayIsAnotherStep() {
        TaskWorkflow task = open(OPEN);
        StepSpec asked = step("once", "exit 7").step().withEnv(Map.of("A", "1"));
        task.step(new StepRequest(asked));

        assertThat(task.step(new StepRequest(asked)).exitCode()).isEqualTo(7);
        for (StepSpec other : List.of(
                asked.withEnv(Map.of("A", "2")), asked.withCwd("src"), asked.withStdin("y"), asked.withRetries(1))) {
            assertThatThrownBy(() -> task.step(new StepRequest(other)))
                    .satisfies(e -> assertRefused(e, "'once' was another command, or the same run in another way"));
        }
        assertThat(host.calls).containsOnlyOnce("run o-once-a1 at once");
    }

    @Test
    void whatAnOlderRunKnewOfItsStepsIsStillRead() {
        String old = """
                {"steps": [], "transitions": [], "warnings": [], "version": 3,
                 "asked": {"once": %d}}
                """.formatted(Command.shell("exit 7").argv().hashCode());
        OpenWork open = new OpenWork(OPEN, ContractJson.LENIENT.readValue(old, Continuation.class));
        TaskProgress progress =
                new TaskProgress(new TaskRequest(new TaskId("older"), TaskSpec.of(), "test"), Instant.EPOCH);

        assertThatCode(() -> open.requireStep(step("once", "exit 7").step(), progress))
                .doesNotThrowAnyException();
        assertThat(open.remember(step("once", "exit 7").step())).isFalse();
        assertThatThrownBy(() -> open.requireStep(step("once", "exit 0").step(), progress))
                .isInstanceOf(ApplicationFailure.class)
                .hasMessageContaining("was another command");
    }

    @Test
    void filesAreBroughtInBetweenSteps() {
        TaskWorkflow task = open(OPEN);

        assertThat(task.files(new FilesRequest(List.of(InputFile.text("a.txt", "hi"))))
                        .files())
                .isEqualTo(1);
        assertThat(host.calls).contains("stage at once");
        task.close(new CloseRequest("enough"));
        keepHistory("with-files", task);
    }

    @Test
    void theWorkspaceCanBeLookedIntoWhileAStepRuns() throws InterruptedException {
        TaskWorkflow task = open(OPEN);
        Thread step = Thread.ofVirtual().start(() -> task.step(step("long", "hang")));
        host.running.await();

        assertThat(task.look(new Look(".", false, false, 10, null)).page()).isNotNull();
        assertThat(host.calls).contains("look . at once");
        task.cancel(new CancelRequest("seen"));
        step.join();
        keepHistory("looked-into", task);
    }

    @Test
    void filesThatCannotBeBroughtInAreAnAnswerAndNotTheEnd() {
        TaskWorkflow task = open(OPEN);
        host.broken.add("stage");

        assertThatThrownBy(() -> task.files(new FilesRequest(List.of(InputFile.text("a.txt", "hi")))))
                .isInstanceOf(WorkflowUpdateException.class);
        assertThat(task.step(step("still-there", "exit 0")).succeeded()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"step", "files", "look"})
    void whoAsksForNothingIsToldWhatIsMissing(String update) {
        TaskWorkflow task = open(OPEN);
        task.result();

        assertThatThrownBy(() -> WorkflowStub.fromTyped(task).update(update, Object.class))
                .satisfies(e -> assertRefused(e, update + ": is missing"));
        assertThatThrownBy(() -> WorkflowStub.fromTyped(task).update(update, Object.class, Map.of()))
                .satisfies(e -> assertRefused(e, ": is missing"));

        assertThat(task.step(step("still-there", "exit 0")).succeeded()).isTrue();
    }

    @Test
    void filesThatNoTaskCouldHaveAreNotTaken() {
        TaskWorkflow task = open(OPEN);
        task.result();
        List<InputFile> many = Collections.nCopies(1001, InputFile.text("a", "x"));

        assertThatThrownBy(() -> task.files(new FilesRequest(Collections.singletonList(null))))
                .satisfies(e -> assertRefused(e, "files: one of them is missing"));
        assertThatThrownBy(() -> task.files(new FilesRequest(many)))
                .satisfies(e -> assertRefused(e, "files: 1001 are more than 1000"));

        assertThat(task.step(step("still-there", "exit 0")).succeeded()).isTrue();
    }

    @Test
    void whoClosesATaskNeedNotSayWhy() {
        TaskWorkflow task = open(OPEN);

        WorkflowStub.fromTyped(task).update("close", TaskResult.class);

        assertThat(WorkflowStub.fromTyped(task).getResult(TaskResult.class).reason())
                .isEqualTo("closed");
    }

    @Test
    void whoCancelsATaskNeedNotSayWhy() {
        TaskWorkflow task = open(OPEN);
        task.result();

        WorkflowStub.fromTyped(task).signal("cancel");

        TaskResult result = WorkflowStub.fromTyped(task).getResult(TaskResult.class);
        assertThat(result.state()).isEqualTo(TaskState.CANCELLED);
        assertThat(result.reason()).isEqualTo("cancelled while running");
    }

    @Test
    void aTaskThatIsNotOpenTakesNothing() {
        host.slow.add("collect");
        TaskWorkflow task = stub();
        start(task, TaskSpec.of(StepSpec.of(Command.shell("exit 0"))));

        assertThatThrownBy(() -> task.step(step("a", "exit 0")))
                .satisfies(e -> assertRefused(e, "the task is not open"));
        assertThatThrownBy(() -> task.close(new CloseRequest("why")))
                .satisfies(e -> assertRefused(e, "the task is not open"));
    }

    @Test
    void aTaskThatNobodyUsesClosesItself() {
        TaskWorkflow task = open(new OpenSpec(Duration.ofMinutes(3), Duration.ofHours(50)));
        task.step(step("a", "exit 0"));

        TaskResult result = WorkflowStub.fromTyped(task).getResult(TaskResult.class);

        assertThat(result.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(result.reason()).isEqualTo("closed after PT3M without a step");
        assertThatThrownBy(() -> task.step(step("b", "exit 0"))).isInstanceOf(WorkflowNotFoundException.class);
        keepHistory("idle", task);
    }

    @Test
    void itsLifetimeEndsItWhateverItDoes() {
        TaskWorkflow task = open(new OpenSpec(Duration.ofHours(5), Duration.ofSeconds(2)));

        StepResult step = task.step(step("long", "hang"));

        assertThat(step.outcome()).isEqualTo(OutcomeKind.TIMED_OUT);
        TaskResult result = WorkflowStub.fromTyped(task).getResult(TaskResult.class);
        assertThat(result.state()).isEqualTo(TaskState.TIMED_OUT);
        assertThat(result.reason()).isEqualTo("its lifetime of PT2S is over while running long");
        keepHistory("lifetime", task);
    }

    @Test
    void itsLifetimeEndsCollectingToo() {
        host.slow.add("collect");
        TaskWorkflow task = open(new OpenSpec(Duration.ofHours(5), Duration.ofSeconds(6)));
        task.step(step("a", "exit 0"));
        task.close(new CloseRequest("enough"));

        TaskResult result = WorkflowStub.fromTyped(task).getResult(TaskResult.class);

        assertThat(result.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(result.reason()).isEqualTo("enough");
        assertThat(result.warnings()).contains("collecting was cut off: its lifetime of PT6S is over");
    }

    @Test
    void cancelStopsTheStepInHandAndAnswersThoseThatWait() throws Exception {
        TaskWorkflow task = open(OPEN);
        CompletableFuture<StepResult> running = CompletableFuture.supplyAsync(() -> task.step(step("long", "hang")));
        assertThat(host.running.await(20, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<StepResult> waiting = CompletableFuture.supplyAsync(() -> task.step(step("next", "exit 0")));

        task.cancel(new CancelRequest("stop"));

        assertThat(running.get(20, TimeUnit.SECONDS).outcome()).isEqualTo(OutcomeKind.CANCELLED);
        assertThatThrownBy(() -> waiting.get(20, TimeUnit.SECONDS)).isNotNull();
        assertThat(WorkflowStub.fromTyped(task).getResult(TaskResult.class).state())
                .isEqualTo(TaskState.CANCELLED);
        assertThat(host.calls).doesNotContain("run o-next-a1 at once", "run o-next-a1");
        keepHistory("cancelled", task);
    }

    @Test
    void aSandboxThatVanishedEndsTheTask() {
        TaskWorkflow task = open(OPEN);

        assertThat(task.step(step("gone", "vanish")).outcome()).isEqualTo(OutcomeKind.LOST);
        assertThat(WorkflowStub.fromTyped(task).getResult(TaskResult.class).state())
                .isEqualTo(TaskState.LOST);
        keepHistory("lost", task);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10})
    void aStepThatIsRefusedIsAnAnswerAndItsNameIsFreeForOneThatIsPutRight(int retries) {
        TaskWorkflow task = open(OPEN);
        task.step(step("a", "exit 0"));
        StepSpec refused = step("b", "refused").step().withRetries(retries);

        assertThatThrownBy(() -> task.step(new StepRequest(refused)))
                .satisfies(e -> assertRefused(e, "steps.timeout: is more than may be"))
                .rootCause()
                .extracting(cause -> ((ApplicationFailure) cause).getType())
                .isEqualTo("limit_invalid");

        assertThat(task.state().state()).isEqualTo(TaskState.RUNNING);
        assertThat(task.step(step("b", "exit 3")).exitCode()).isEqualTo(3);
        TaskResult closed = task.close(new CloseRequest("enough"));
        assertThat(closed.steps()).extracting(StepResult::name).containsExactly("a", "b");
        assertThat(host.calls).doesNotContain("run o-b-a2", "run o-b-a2 at once");
        keepHistory("refused", task);
    }

    @Test
    void whoWaitsForAStepThatIsRefusedIsToldSoToo() throws Exception {
        TaskWorkflow task = open(OPEN);
        accepted(task, step("long", "wait"));
        assertThat(host.running.await(20, TimeUnit.SECONDS)).isTrue();
        List<WorkflowUpdateHandle<StepResult>> refused =
                List.of(accepted(task, step("b", "refused")), accepted(task, step("b", "refused")));

        host.goOn.countDown();

        for (WorkflowUpdateHandle<StepResult> answer : refused) {
            assertThatThrownBy(answer::getResult).satisfies(e -> assertRefused(e, "steps.timeout"));
        }
        assertThat(task.step(step("b", "exit 0")).succeeded()).isTrue();
    }

    private static WorkflowUpdateHandle<StepResult> accepted(TaskWorkflow task, StepRequest step) {
        return WorkflowStub.fromTyped(task).startUpdate("step", WorkflowUpdateStage.ACCEPTED, StepResult.class, step);
    }

    @Test
    void aStepThatAsksForMoreThanItsTaskHasIsNotTaken() {
        TaskWorkflow task = open(OPEN);
        task.step(step("a", "exit 0"));
        StepSpec large =
                step("b", "exit 0").step().withLimits(new StepLimits(DataSize.ofGibibytes(4), null, null, null));

        assertThatThrownBy(() -> task.step(new StepRequest(large)))
                .satisfies(e -> assertRefused(e, "steps.limits.memory: 4g is more than the task's limits.memory"));

        assertThat(task.step(step("b", "exit 0")).succeeded()).isTrue();
        assertThat(host.calls).containsOnlyOnce("run o-b-a1 at once");
    }

    @Test
    void aStepThatMayBeRunAgainIsLostWithItsHostAndEndsTheTask() {
        host.diesAt = "run o-gone-a2";
        TaskWorkflow task = open(OPEN);
        task.step(step("a", "exit 3"));

        StepResult gone = task.step(new StepRequest(
                StepSpec.of(Command.shell("exit 1")).withName("gone").withRetries(5)));

        assertThat(gone.outcome()).isEqualTo(OutcomeKind.LOST);
        assertThat(gone.attempts()).isEqualTo(2);
        TaskResult result = lost(task);
        assertThat(result.reason()).startsWith("gone: no worker of the sandbox's host answered");
        assertThat(result.steps()).extracting(StepResult::exitCode).containsExactly(3, null);
        assertThat(host.calls).noneMatch(call -> call.startsWith("leave") || call.startsWith("run o-gone-a3"));
    }

    @Test
    void filesThatCannotBeBroughtInBecauseTheHostIsLostEndTheTask() {
        host.diesAt = "stage";
        TaskWorkflow task = open(OPEN);

        assertThatThrownBy(() -> task.files(new FilesRequest(List.of(InputFile.text("a.txt", "hi")))))
                .isInstanceOf(WorkflowUpdateException.class);

        assertThat(lost(task).errorCode()).isEqualTo("host_lost");
    }

    @Test
    void whoLooksIntoAWorkspaceThatIsLostWithItsHostEndsTheTask() {
        host.diesAt = "look .";
        TaskWorkflow task = open(OPEN);

        assertThatThrownBy(() -> task.look(new Look(".", false, false, 10, null)))
                .isInstanceOf(WorkflowUpdateException.class);

        assertThat(lost(task).errorCode()).isEqualTo("host_lost");
    }

    @Test
    void aLookThatIsNotAnsweredInTimeDoesNotEndAStepThatRuns() throws InterruptedException {
        environment.close();
        startServer(WorkerOptions.newBuilder()
                .setMaxConcurrentActivityExecutionSize(1)
                .build());
        TaskWorkflow task = open(OPEN);
        Thread step = Thread.ofVirtual().start(() -> task.step(step("long", "hang")));
        assertThat(host.running.await(20, TimeUnit.SECONDS)).isTrue();
        host.diesAt = "look .";

        assertThatThrownBy(() -> task.look(new Look(".", false, false, 10, null)))
                .isInstanceOf(WorkflowUpdateException.class);

        assertThat(task.state().state()).isEqualTo(TaskState.RUNNING);
        task.cancel(new CancelRequest("seen"));
        step.join();
        assertThat(WorkflowStub.fromTyped(task).getResult(TaskResult.class).state())
                .isEqualTo(TaskState.CANCELLED);
    }

    @Test
    void aTaskThatIsClosedOnAHostThatIsLostIsLostAndKeepsItsSteps() {
        host.diesAt = "collect";
        TaskWorkflow task = open(OPEN);
        task.step(step("a", "exit 0"));

        TaskResult closed = task.close(new CloseRequest("enough"));

        assertThat(closed.outcome()).isEqualTo(OutcomeKind.LOST);
        assertThat(lost(task).reason()).contains("no worker of the sandbox's host answered", "Collect artifacts");
        assertThat(closed.steps()).extracting(StepResult::exitCode).containsExactly(0);
    }

    private TaskResult lost(TaskWorkflow task) {
        TaskResult result = WorkflowStub.fromTyped(task).getResult(TaskResult.class);
        RecordedHistories.keep(environment.getWorkflowClient(), taskId, result);
        assertThat(result.state()).isEqualTo(TaskState.LOST);
        assertThat(result.outcome()).isEqualTo(OutcomeKind.LOST);
        assertThat(result.cleanup().state()).isEqualTo(Receipt.State.FAILED);
        return result;
    }

    @Test
    void aLongTaskGoesOnInANewRunAndForgetsNothing() {
        TaskWorkflow task = open(OPEN);
        String firstRun = run(task);

        for (int i = 0; i < 205; i++) {
            assertThat(task.step(step("n" + i, "exit " + i % 2)).exitCode()).isEqualTo(i % 2);
        }

        assertThat(run(task)).isNotEqualTo(firstRun);
        assertThat(task.step(step("n3", "exit 1")).exitCode()).isEqualTo(1);
        StepSpec another = step("n3", "exit 1").step().withCwd("src");
        assertThatThrownBy(() -> task.step(new StepRequest(another)))
                .satisfies(e -> assertRefused(e, "was another command"));
        TaskResult result = task.close(new CloseRequest("done"));
        assertThat(result.steps()).hasSize(205);
        assertThat(result.steps().get(204).stdout()).isEqualTo("out");
        assertThat(result.transitions().get(0).state()).isEqualTo(TaskState.QUEUED);
        assertThat(host.calls).containsOnlyOnce("run o-n3-a1 at once", "acquire at once");
        RecordedHistories.keepOpen(environment.getWorkflowClient(), execution(firstRun), "continued-run-1");
        keepHistory("continued-run-2", task);
    }

    @Test
    void aTaskThatIsOnlyLookedIntoGoesOnInANewRun() {
        TaskWorkflow task = open(OPEN);
        task.step(step("a", "exit 3"));
        String firstRun = run(task);

        for (int i = 0; i < 205; i++) {
            assertThat(task.look(new Look(".", false, false, 10, null)).page()).isNotNull();
        }

        assertThat(run(task)).isNotEqualTo(firstRun);
        assertThat(task.step(step("b", "exit 0")).succeeded()).isTrue();
        assertThat(task.close(new CloseRequest("done")).steps())
                .extracting(StepResult::name)
                .containsExactly("a", "b");
        assertThat(host.calls).containsOnlyOnce("acquire at once");
        RecordedHistories.keepOpen(environment.getWorkflowClient(), execution(firstRun), "only-looked-into");
    }

    @Test
    void whileAStepTakesLongNoMoreIsTakenThanItsRunHasRoomFor() {
        assertThatCode(() -> OpenWork.requireRoomInARun(1499, 1 << 20)).doesNotThrowAnyException();
        assertThatThrownBy(() -> OpenWork.requireRoomInARun(1500, 1 << 20))
                .isInstanceOf(ApplicationFailure.class)
                .hasMessageContaining("was asked 1500 times");
        assertThatThrownBy(() -> OpenWork.requireRoomInARun(3, 40 << 20))
                .isInstanceOf(ApplicationFailure.class)
                .hasMessageContaining("41943040 bytes");
    }

    /** Of its last run, when it has ended. */
    private void keepHistory(String what, TaskWorkflow task) {
        WorkflowStub.fromTyped(task).getResult(TaskResult.class);
        RecordedHistories.keepOpen(environment.getWorkflowClient(), execution(run(task)), what);
    }

    private WorkflowExecution execution(String run) {
        return WorkflowExecution.newBuilder()
                .setWorkflowId(TaskRequest.workflowId(taskId))
                .setRunId(run)
                .build();
    }

    private String run(TaskWorkflow task) {
        return environment
                .getWorkflowClient()
                .newUntypedWorkflowStub(
                        WorkflowStub.fromTyped(task).getExecution().getWorkflowId())
                .describe()
                .getExecution()
                .getRunId();
    }

    private static void assertRefused(Throwable thrown, String words) {
        assertThat(thrown)
                .isInstanceOf(WorkflowUpdateException.class)
                .rootCause()
                .isInstanceOf(ApplicationFailure.class)
                .hasMessageContaining(words);
    }

    private TaskWorkflow open(OpenSpec open) {
        TaskWorkflow task = stub();
        start(task, TaskSpec.of().withOpen(open));
        return environment.getWorkflowClient().newWorkflowStub(TaskWorkflow.class, TaskRequest.workflowId(taskId));
    }

    private void start(TaskWorkflow task, TaskSpec spec) {
        WorkflowClient.start(task::run, new TaskRequest(taskId, spec, "test"));
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

    private static StepRequest step(String name, String line) {
        return new StepRequest(StepSpec.of(Command.shell(line)).withName(name));
    }
}
