package dev.holdfast.devstack;

import io.minio.BucketExistsArgs;
import io.minio.GetObjectArgs;
import io.minio.MakeBucketArgs;
import io.minio.MinioClient;
import io.minio.PutObjectArgs;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Uses the parts of a stack as the API and the worker do. */
final class StackClients {
    private final StackUnderTest stack;
    private final Secrets secrets;

    StackClients(StackUnderTest stack) throws IOException {
        this.stack = stack;
        this.secrets = Secrets.of(stack.home());
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    int queryInt(String sql) throws SQLException {
        try (Connection connection = connect();
                var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            result.next();
            return result.getInt(1);
        }
    }

    void putObject(String bucket, String key, String content) throws Exception {
        MinioClient client = minio();
        if (!client.bucketExists(BucketExistsArgs.builder().bucket(bucket).build())) {
            client.makeBucket(MakeBucketArgs.builder().bucket(bucket).build());
        }
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        client.putObject(PutObjectArgs.builder().bucket(bucket).object(key).stream(
                        new ByteArrayInputStream(bytes), (long) bytes.length, -1L)
                .build());
    }

    String getObject(String bucket, String key) throws Exception {
        try (var object = minio().getObject(
                        GetObjectArgs.builder().bucket(bucket).object(key).build())) {
            return new String(object.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    void startWorkflow(String id) {
        WorkflowOptions options = WorkflowOptions.newBuilder()
                .setWorkflowId(id)
                .setTaskQueue("nobody-polls-this")
                .build();
        withTemporal(client -> client.newUntypedWorkflowStub("Kept", options).start());
    }

    boolean isWorkflowRunning(String id) {
        return withTemporal(
                        client -> client.newUntypedWorkflowStub(id).describe().getStatus())
                == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING;
    }

    Duration retention() {
        var request =
                DescribeNamespaceRequest.newBuilder().setNamespace("default").build();
        var config = withTemporal(client -> client.getWorkflowServiceStubs()
                .blockingStub()
                .describeNamespace(request)
                .getConfig());
        return Duration.ofSeconds(config.getWorkflowExecutionRetentionTtl().getSeconds());
    }

    private <T> T withTemporal(Function<WorkflowClient, T> action) {
        WorkflowServiceStubs service = WorkflowServiceStubs.newServiceStubs(WorkflowServiceStubsOptions.newBuilder()
                .setTarget(stack.part("temporal").address())
                .build());
        try {
            return action.apply(WorkflowClient.newInstance(service));
        } finally {
            service.shutdownNow();
            service.awaitTermination(5, TimeUnit.SECONDS);
        }
    }

    private MinioClient minio() {
        return MinioClient.builder()
                .endpoint(stack.part("s3").address())
                .credentials(secrets.s3AccessKey(), secrets.s3SecretKey())
                .build();
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://" + stack.part("postgres").address() + "/" + PostgresPart.DATABASE,
                PostgresPart.USER,
                secrets.postgresPassword());
    }
}
