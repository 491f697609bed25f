package dev.holdfast.activities.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.activity.LocalActivityOptions;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.history.v1.History;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.common.RetryOptions;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.worker.WorkerFactory;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** On a real server: wherever a workflow can write something, the history shows none of it without the key. */
class EncryptedHistoryTest {
    private static final String SECRET = "swordfish";
    private static final String KEYS = "k1:" + Base64.getEncoder().encodeToString(new byte[32]);
    private static final String QUEUE = "encrypted";

    @WorkflowInterface
    public interface Confidential {
        @WorkflowMethod
        String run(String input);

        @SignalMethod
        void tell(String word);
    }

    @ActivityInterface
    public interface Whispers {
        String repeat(String word);

        String fail(String word);
    }

    /** Writes the word to every place that there is. */
    public static final class ConfidentialImpl implements Confidential {
        private String told = "";

        @Override
        public String run(String input) {
            Whispers local = Workflow.newLocalActivityStub(
                    Whispers.class,
                    LocalActivityOptions.newBuilder()
                            .setStartToCloseTimeout(Duration.ofSeconds(10))
                            .build());
            Whispers remote = Workflow.newActivityStub(
                    Whispers.class,
                    ActivityOptions.newBuilder()
                            .setStartToCloseTimeout(Duration.ofSeconds(10))
                            .setSummary("the summary says " + input)
                            .setRetryOptions(RetryOptions.newBuilder()
                                    .setMaximumAttempts(1)
                                    .build())
                            .build());
            String repeated = remote.repeat(local.repeat(input));
            Workflow.await(() -> !told.isEmpty());
            try {
                return remote.fail(repeated + told);
            } catch (ActivityFailure failure) {
                throw ApplicationFailure.newNonRetryableFailureWithCause(
                        "no answer", "told", Objects.requireNonNull(failure.getCause()));
            }
        }

        @Override
        public void tell(String word) {
            told = word;
        }
    }

    private static final class WhispersImpl implements Whispers {
        @Override
        public String repeat(String word) {
            return word;
        }

        @Override
        public String fail(String word) {
            Activity.getExecutionContext().heartbeat(word);
            throw ApplicationFailure.newFailure("it failed with " + word, "told", word);
        }
    }

    @Test
    void theHistoryHoldsNoPlainTextAndIsReadableWithTheKey() throws Exception {
        try (TemporalServer server = TemporalServer.start();
                TemporalConnection connection = server.connect(KEYS)) {
            History raw = runOn(connection);

            assertThat(text(raw.toByteString())).doesNotContain(SECRET).contains("binary/encrypted", "Encoded failure");
            History decoded = connection.payloads().decodedThroughout(raw);
            assertThat(text(decoded.toByteString()))
                    .contains("the summary says " + SECRET, "it failed with " + SECRET)
                    .doesNotContain("binary/encrypted");
        }
    }

    @Test
    void withoutAKeyTheSameHistoryShowsEverything() throws Exception {
        try (TemporalServer server = TemporalServer.start();
                TemporalConnection connection = server.connect("")) {
            assertThat(text(runOn(connection).toByteString())).contains("it failed with " + SECRET);
        }
    }

    private static History runOn(TemporalConnection connection) {
        WorkflowClient client = connection.client();
        WorkerFactory factory = WorkerFactory.newInstance(client);
        var worker = factory.newWorker(QUEUE);
        worker.registerWorkflowImplementationTypes(ConfidentialImpl.class);
        worker.registerActivitiesImplementations(new WhispersImpl());
        factory.start();
        try {
            Confidential workflow = client.newWorkflowStub(
                    Confidential.class,
                    WorkflowOptions.newBuilder()
                            .setTaskQueue(QUEUE)
                            .setWorkflowId("confidential")
                            .setStaticSummary("about " + SECRET)
                            .setStaticDetails("details of " + SECRET)
                            .build());
            WorkflowClient.start(workflow::run, SECRET);
            workflow.tell(SECRET);
            assertThat(org.assertj.core.api.Assertions.catchThrowable(
                            () -> WorkflowStub.fromTyped(workflow).getResult(String.class)))
                    .rootCause()
                    .hasMessageContaining("it failed with " + SECRET);
            return connection
                    .stubs()
                    .blockingStub()
                    .getWorkflowExecutionHistory(GetWorkflowExecutionHistoryRequest.newBuilder()
                            .setNamespace("default")
                            .setExecution(WorkflowExecution.newBuilder().setWorkflowId("confidential"))
                            .build())
                    .getHistory();
        } finally {
            factory.shutdownNow();
        }
    }

    private static String text(ByteString bytes) {
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }
}
