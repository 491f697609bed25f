package dev.holdfast.activities.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.contract.Command;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.workflows.TaskRequest;
import dev.holdfast.workflows.TaskService;
import dev.holdfast.workflows.TaskWorkflow;
import io.temporal.api.nexus.v1.EndpointSpec;
import io.temporal.api.nexus.v1.EndpointTarget;
import io.temporal.api.operatorservice.v1.CreateNexusEndpointRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.serviceclient.OperatorServiceStubs;
import io.temporal.serviceclient.OperatorServiceStubsOptions;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.workflow.NexusOperationOptions;
import io.temporal.workflow.NexusServiceOptions;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import io.temporal.workflow.unsafe.WorkflowUnsafe;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** On a real server: callers of other teams ask for tasks by an operation of Nexus. */
class TaskOperationTest {
    private static final String CALLERS = "callers";
    private static final TaskId ID = new TaskId("asked-for");
    private static final AtomicInteger RUNS = new AtomicInteger();
    private static final Set<String> ASKED = ConcurrentHashMap.newKeySet();

    private static TemporalServer server;
    private static TemporalConnection connection;
    private static WorkerFactory workers;

    /** Stands for a task; it ends when it is told to. */
    @WorkflowInterface
    public interface HeldTask {
        @WorkflowMethod(name = "Task")
        TaskResult run(TaskRequest request);

        @SignalMethod
        void end();
    }

    public static final class HeldTaskImpl implements HeldTask {
        private boolean ended;

        @Override
        public TaskResult run(TaskRequest request) {
            if (!WorkflowUnsafe.isReplaying()) {
                RUNS.incrementAndGet();
            }
            Workflow.await(() -> ended);
            return ContractJson.LENIENT.readValue(
                    "{\"taskId\":\"" + request.taskId() + "\",\"state\":\"succeeded\",\"reason\":\"done\"}",
                    TaskResult.class);
        }

        @Override
        public void end() {
            ended = true;
        }
    }

    @WorkflowInterface
    public interface Caller {
        @WorkflowMethod
        String call(TaskRequest request);
    }

    public static final class CallerImpl implements Caller {
        @Override
        public String call(TaskRequest request) {
            TaskService holdfast = Workflow.newNexusServiceStub(
                    TaskService.class,
                    NexusServiceOptions.newBuilder()
                            .setEndpoint("holdfast")
                            .setOperationOptions(NexusOperationOptions.newBuilder()
                                    .setScheduleToCloseTimeout(Duration.ofMinutes(1))
                                    .build())
                            .build());
            var operation = Workflow.startNexusOperation(holdfast::run, request);
            operation.getExecution().get();
            ASKED.add(Workflow.getInfo().getWorkflowId());
            return operation.getResult().get().reason();
        }
    }

    @BeforeAll
    static void start() throws Exception {
        server = TemporalServer.start();
        connection = server.connect("");
        OperatorServiceStubs.newServiceStubs(OperatorServiceStubsOptions.newBuilder()
                        .setChannel(connection.stubs().getRawChannel())
                        .validateAndBuildWithDefaults())
                .blockingStub()
                .createNexusEndpoint(CreateNexusEndpointRequest.newBuilder()
                        .setSpec(EndpointSpec.newBuilder()
                                .setName("holdfast")
                                .setTarget(EndpointTarget.newBuilder()
                                        .setWorker(EndpointTarget.Worker.newBuilder()
                                                .setNamespace("default")
                                                .setTaskQueue(TaskWorkflow.TASK_QUEUE))))
                        .build());
        workers = WorkerFactory.newInstance(connection.client());
        Worker tasks = workers.newWorker(TaskWorkflow.TASK_QUEUE);
        tasks.registerWorkflowImplementationTypes(HeldTaskImpl.class);
        tasks.registerNexusServiceImplementation(new TaskServiceHandler());
        workers.newWorker(CALLERS).registerWorkflowImplementationTypes(CallerImpl.class);
        workers.start();
    }

    @AfterAll
    static void stop() {
        workers.shutdownNow();
        connection.close();
        server.close();
    }

    @Test
    void whoAsksForTheSameTaskGetsItWhileItRunsAndAfterItsEndAndNobodyGetsAnotherUnderItsId() {
        CompletableFuture<String> first = ask("first", "true");
        await().atMost(Duration.ofMinutes(1)).until(() -> ASKED.contains("first"));
        CompletableFuture<String> second = ask("second", "true");
        await().atMost(Duration.ofMinutes(1)).until(() -> ASKED.contains("second"));
        assertThatThrownBy(ask("while it runs", "false")::join)
                .hasStackTraceContaining("taskId: asked-for is taken by a task with another spec");

        connection.client().newUntypedWorkflowStub(TaskRequest.workflowId(ID)).signal("end");

        assertThat(first.join()).isEqualTo("done");
        assertThat(second.join()).isEqualTo("done");
        assertThat(ask("third", "true").join()).isEqualTo("done");
        assertThatThrownBy(ask("after its end", "false")::join)
                .hasStackTraceContaining("taskId: asked-for is taken by a task with another spec");
        assertThat(RUNS).hasValue(1);
    }

    private static CompletableFuture<String> ask(String caller, String command) {
        Caller workflow = connection
                .client()
                .newWorkflowStub(
                        Caller.class,
                        WorkflowOptions.newBuilder()
                                .setWorkflowId(caller)
                                .setTaskQueue(CALLERS)
                                .build());
        return WorkflowClient.execute(
                workflow::call, new TaskRequest(ID, TaskSpec.of(StepSpec.of(Command.of(command))), "test"));
    }
}
