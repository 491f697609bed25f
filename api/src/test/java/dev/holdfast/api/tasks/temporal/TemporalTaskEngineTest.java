package dev.holdfast.api.tasks.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.activities.temporal.TemporalConfig;
import dev.holdfast.activities.temporal.TemporalConnection;
import dev.holdfast.api.tasks.TaskEngine;
import dev.holdfast.api.tasks.TaskEngine.Start;
import dev.holdfast.api.tasks.TaskEngine.View;
import dev.holdfast.contract.Command;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.OpenSpec;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskState;
import dev.holdfast.contract.rest.FilesBrought;
import dev.holdfast.workflows.CancelRequest;
import dev.holdfast.workflows.CloseRequest;
import dev.holdfast.workflows.FilesRequest;
import dev.holdfast.workflows.SandboxActivities.Look;
import dev.holdfast.workflows.SandboxActivities.Looked;
import dev.holdfast.workflows.SandboxActivities.Staged;
import dev.holdfast.workflows.StepRequest;
import dev.holdfast.workflows.TaskRequest;
import dev.holdfast.workflows.TaskWorkflow;
import io.temporal.client.WorkflowOptions;
import io.temporal.failure.ApplicationFailure;
import io.temporal.testserver.TestServer;
import io.temporal.testserver.TestServer.PortBoundTestServer;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.workflow.Workflow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TemporalTaskEngineTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String TAKEN = "taken";
    private static final String FOREVER = "forever";
    private static final String GOES_ON = "who wants a new run";
    private static final int PORT = freePort();
    private static final PortBoundTestServer server = TestServer.createPortBoundServer(PORT);
    private static final TemporalConnection connection = connection(PORT);
    private static final WorkerFactory workers = WorkerFactory.newInstance(connection.client());

    private final TaskEngine engine = new TemporalTaskEngine(connection, null);

    /** Ends when it is cancelled, with the reason as its own. */
    public static final class EndsWhenCancelled implements TaskWorkflow {
        private String reason = "";
        private int answered;

        @Override
        public TaskResult run(TaskRequest request) {
            if (request.requestedBy().equals(GOES_ON)) {
                Workflow.continueAsNew(new TaskRequest(request.taskId(), request.spec(), "itself"));
            }
            if (request.spec().steps().isEmpty()) {
                reason = "nothing to do";
            }
            Workflow.await(() -> !reason.isEmpty());
            return result(reason);
        }

        private static TaskResult result(String reason) {
            return ContractJson.LENIENT.readValue(
                    "{\"taskId\":\"any\",\"state\":\"cancelled\",\"reason\":\"" + reason + "\"}", TaskResult.class);
        }

        @Override
        public void cancel(CancelRequest request) {
            reason = request.reason();
        }

        @Override
        public TaskResult result() {
            Workflow.await(() -> !reason.isEmpty());
            return result(reason);
        }

        @Override
        public StepResult step(StepRequest request) {
            Workflow.await(() -> !FOREVER.equals(request.step().cwd()));
            if (request.step().timeout() != null) {
                throw ApplicationFailure.newNonRetryableFailure("steps.timeout: is too long", "limit_invalid");
            }
            return ContractJson.LENIENT.readValue(
                    "{\"name\":\"any\",\"argv\":[],\"outcome\":\"exited\",\"attempts\":" + ++answered + "}",
                    StepResult.class);
        }

        @Override
        public void checkStep(StepRequest request) {
            if (request.step().retries() > 0) {
                throw ApplicationFailure.newNonRetryableFailure("steps.retries: there are none", "limit_invalid");
            }
            if (!TAKEN.equals(request.step().name())) {
                throw ApplicationFailure.newNonRetryableFailure("the task is not open", "not_open");
            }
        }

        @Override
        public Staged files(FilesRequest request) {
            return new Staged(request.files().size(), 1, List.of());
        }

        @Override
        public void checkFiles(FilesRequest request) {}

        @Override
        public Looked look(Look request) {
            return new Looked(null, null, "there is no '" + request.path() + "'");
        }

        @Override
        public void checkLook(Look request) {}

        @Override
        public TaskResult close(CloseRequest request) {
            reason = request.reason();
            return result(reason);
        }

        @Override
        public void checkClose(CloseRequest request) {}

        @Override
        public TaskResult state() {
            throw new UnsupportedOperationException();
        }
    }

    @BeforeAll
    static void startWorker() {
        Worker worker = workers.newWorker(TaskWorkflow.TASK_QUEUE);
        worker.registerWorkflowImplementationTypes(EndsWhenCancelled.class);
        workers.start();
    }

    @AfterAll
    static void stop() {
        workers.shutdownNow();
        connection.close();
        server.close();
    }

    @Test
    void aTaskIsStartedOnceAndItsRequestCanBeReadBack() {
        TaskRequest request = request();

        assertThat(engine.start(request, Duration.ZERO)).isEqualTo(new Start.Accepted());
        assertThat(engine.start(request, Duration.ZERO)).isEqualTo(new Start.Taken());
        assertThat(engine.start(request, PATIENCE)).isEqualTo(new Start.Taken());
        assertThat(engine.request(request.taskId())).contains(request);
        assertThat(engine.view(request.taskId())).isEqualTo(new View.Running());
    }

    @Test
    void aCancelledTaskEndsWithItsResult() {
        TaskRequest request = request();
        engine.start(request, Duration.ZERO);

        assertThat(engine.cancel(request.taskId(), "enough")).isTrue();

        Awaitility.await().until(() -> engine.view(request.taskId()) instanceof View.Ended);
        assertThat(engine.view(request.taskId())).isInstanceOfSatisfying(View.Ended.class, ended -> {
            assertThat(ended.result().state()).isEqualTo(TaskState.CANCELLED);
            assertThat(ended.result().reason()).isEqualTo("enough");
        });
        assertThat(engine.cancel(request.taskId(), "again")).isFalse();
        assertThat(List.of(engine.start(request, Duration.ZERO), engine.start(request, PATIENCE)))
                .as("an id is used once, also after the end")
                .containsOnly(new Start.Taken());
    }

    @Test
    void anOpenTaskIsAnsweredByTheCallThatStartsIt() {
        TaskSpec spec = TaskSpec.of().withOpen(OpenSpec.STANDARD);
        TaskRequest request = new TaskRequest(request().taskId(), spec, "a test");

        assertThat(engine.start(request, PATIENCE))
                .isInstanceOfSatisfying(
                        Start.Answered.class,
                        answered -> assertThat(answered.result().reason()).isEqualTo("nothing to do"));
    }

    @Test
    void whoWaitsForALongTaskIsToldThatItWasAccepted() {
        TaskRequest request = request();

        assertThat(engine.start(request, Duration.ofMillis(300))).isEqualTo(new Start.Accepted());
        assertThat(engine.view(request.taskId())).isEqualTo(new View.Running());
    }

    @Test
    void whatATaskDoesNotTakeIsRefusedInItsWords() {
        TaskRequest request = request();
        engine.start(request, Duration.ZERO);

        assertThatThrownBy(() -> engine.step(
                        request.taskId(), StepSpec.of(Command.of("true")).withName("a"), PATIENCE))
                .isInstanceOf(TaskEngine.Refused.class)
                .hasMessage("the task is not open");
    }

    @Test
    void aFieldThatATaskDoesNotTakeIsNamedWheneverItIsRefused() {
        TaskRequest request = request();
        engine.start(request, Duration.ZERO);
        StepSpec step = StepSpec.of(Command.of("true")).withName(TAKEN);

        assertThatThrownBy(() -> engine.step(request.taskId(), step.withRetries(1), PATIENCE))
                .isInstanceOf(InvalidFieldException.class)
                .hasMessage("steps.retries: there are none");
        assertThatThrownBy(() -> engine.step(request.taskId(), step.withTimeout(PATIENCE), PATIENCE))
                .isInstanceOfSatisfying(
                        InvalidFieldException.class,
                        invalid -> assertThat(invalid.field()).isEqualTo("steps.timeout"));
    }

    @Test
    void onlyTheSameStepAgainIsAnsweredWithoutAskingTheTask() {
        TaskId task = request().taskId();
        engine.start(new TaskRequest(task, request().spec(), "a test"), Duration.ZERO);
        StepSpec step = StepSpec.of(Command.of("true")).withName(TAKEN);

        assertThat(Stream.of(step, step, step.withCwd("src"), step.withCommand(Command.of("false")))
                        .map(asked -> engine.step(task, asked, PATIENCE).orElseThrow())
                        .map(StepResult::attempts))
                .containsExactly(1, 1, 2, 3);
    }

    @Test
    void whatNobodyHasTakenIsNotSaidToBeTaken() {
        TaskRequest request = request();
        connection
                .client()
                .newUntypedWorkflowStub(
                        "Task",
                        WorkflowOptions.newBuilder()
                                .setWorkflowId(request.workflowId())
                                .setTaskQueue("that nobody serves")
                                .build())
                .start(request);
        StepSpec step = StepSpec.of(Command.of("true")).withName(TAKEN);

        assertThatThrownBy(() -> engine.step(request.taskId(), step, Duration.ofMillis(10)))
                .isInstanceOf(TaskEngine.Busy.class)
                .hasMessageContaining("has not taken this yet");
    }

    @Test
    void whoDoesNotWaitForAStepThatWasTakenIsToldNothingMore() {
        TaskRequest request = request();
        engine.start(request, Duration.ZERO);
        StepSpec step = StepSpec.of(Command.of("true")).withName(TAKEN).withCwd(FOREVER);

        for (long millis : new long[] {0, 5, 300}) {
            assertThat(engine.step(request.taskId(), step, Duration.ofMillis(millis)))
                    .isEmpty();
        }
    }

    @Test
    void filesAndClosingReachAnOpenTask() {
        TaskRequest request = request();
        engine.start(request, Duration.ZERO);

        assertThat(engine.files(request.taskId(), List.of(InputFile.text("a", "hi")), PATIENCE))
                .contains(new FilesBrought(1, 1));
        assertThat(engine.close(request.taskId(), "done", PATIENCE)
                        .orElseThrow()
                        .reason())
                .isEqualTo("done");
        Awaitility.await().until(() -> engine.view(request.taskId()) instanceof View.Ended);
        assertThat(engine.close(request.taskId(), "again", PATIENCE)
                        .orElseThrow()
                        .reason())
                .as("the answer of the first")
                .isEqualTo("done");
        assertThatThrownBy(() -> engine.files(request.taskId(), List.of(InputFile.text("a", "hi")), PATIENCE))
                .isInstanceOf(TaskEngine.Refused.class)
                .hasMessageContaining("has ended");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 20})
    void ofFiftyCallersAtOnceOneStartsTheTask(long secondsOfPatience) throws Exception {
        TaskRequest request = new TaskRequest(request().taskId(), TaskSpec.of(), "a test");
        List<Callable<Start>> callers =
                Collections.nCopies(50, () -> engine.start(request, Duration.ofSeconds(secondsOfPatience)));

        List<Start> starts = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(50)) {
            for (Future<Start> start : threads.invokeAll(callers)) {
                starts.add(start.get());
            }
        }

        assertThat(starts).hasSize(50);
        assertThat(starts.stream().filter(new Start.Taken()::equals)).hasSize(49);
    }

    @Test
    void aTerminatedWorkflowIsBrokenOff() {
        TaskRequest request = request();
        engine.start(request, Duration.ZERO);

        connection.client().newUntypedWorkflowStub(request.workflowId()).terminate("by an operator");

        assertThat(engine.view(request.taskId())).isInstanceOf(View.BrokenOff.class);
        assertThat(engine.request(request.taskId())).contains(request);
    }

    @Test
    void theHistoryOfATaskThatWentOnInANewRunHasBoth() {
        TaskRequest request = new TaskRequest(request().taskId(), TaskSpec.of(), GOES_ON);
        engine.start(request, Duration.ZERO);
        Awaitility.await().until(() -> engine.view(request.taskId()) instanceof View.Ended);

        assertThat(engine.history(request.taskId()).orElseThrow())
                .containsSubsequence(
                        "EXECUTION_STARTED", "CONTINUED_AS_NEW", "EXECUTION_STARTED", "EXECUTION_COMPLETED");
    }

    @Test
    void whatWasNeverStartedIsUnknown() {
        TaskId unknown = new TaskId("never");

        assertThat(engine.view(unknown)).isEqualTo(new View.Unknown());
        assertThat(engine.request(unknown)).isEmpty();
        assertThat(engine.history(unknown)).isEmpty();
        assertThat(engine.cancel(unknown, "why not")).isFalse();
    }

    @Test
    void aServerThatIsAwayIsUnavailableAndNotAnAnswer() {
        try (TemporalConnection broken = connection(freePort())) {
            TaskEngine away = new TemporalTaskEngine(broken, null);

            assertThatThrownBy(away::ping).isInstanceOf(TaskEngine.Unavailable.class);
            assertThatThrownBy(() -> away.view(new TaskId("any"))).isInstanceOf(TaskEngine.Unavailable.class);
            assertThatThrownBy(() -> away.start(request(), Duration.ZERO)).isInstanceOf(TaskEngine.Unavailable.class);
            assertThatThrownBy(() -> away.request(new TaskId("any"))).isInstanceOf(TaskEngine.Unavailable.class);
            assertThatThrownBy(() -> away.cancel(new TaskId("any"), "")).isInstanceOf(TaskEngine.Unavailable.class);
        }
    }

    @Test
    void whatWasNotAnsweredIsNotSaidToHaveChangedNothing() {
        try (TemporalConnection broken = connection(freePort())) {
            TaskEngine away = new TemporalTaskEngine(broken, null);
            TaskId task = new TaskId("any");
            StepSpec step = StepSpec.of(Command.of("true")).withName("once");

            assertThatThrownBy(() -> away.step(task, step, PATIENCE))
                    .isInstanceOf(TaskEngine.Unavailable.class)
                    .hasMessageContaining("may have taken step 'once': ask again under that name");
            assertThatThrownBy(() -> away.close(task, "", PATIENCE)).hasMessageContaining("may have been closed");
            assertThatThrownBy(() -> away.view(task)).hasMessageContaining("was not touched");
        }
    }

    private static TaskRequest request() {
        return new TaskRequest(
                new TaskId(UUID.randomUUID().toString()), TaskSpec.of(StepSpec.of(Command.of("true"))), "a test");
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static TemporalConnection connection(int port) {
        return new TemporalConnection(new TemporalConfig("127.0.0.1:" + port, "default"), "test");
    }
}
