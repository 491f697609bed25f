package dev.holdfast.activities.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.activities.temporal.TemporalConnection;
import dev.holdfast.activities.temporal.TemporalServer;
import dev.holdfast.workflows.ReaperActivities;
import dev.holdfast.workflows.ReaperActivities.ReapReport;
import dev.holdfast.workflows.ReaperActivities.ReapRequest;
import dev.holdfast.workflows.ReaperWorkflow;
import dev.holdfast.workflows.ReaperWorkflowImpl;
import io.temporal.client.WorkflowOptions;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** On a real server: a sweep is waited for as long as its worker lives, and no longer. */
class ScheduledSweepTest {
    private static final String QUEUE = "host";
    private static final ReapReport DONE = new ReapReport(false, List.of("hf-orphan"), 2, List.of());

    /** Three heartbeats that would have been missed. */
    private static final Duration LONG = Duration.ofSeconds(12);

    private final AtomicInteger sweeps = new AtomicInteger();
    private final CountDownLatch end = new CountDownLatch(1);

    @Test
    void oneThatTakesLongIsNotBegunAgainWhileItsWorkerLives() throws Exception {
        ReaperActivities slow = new ScheduledSweep(request -> {
            sweeps.incrementAndGet();
            awaitEnd(LONG);
            return DONE;
        });

        assertThat(swept(slow)).isEqualTo(DONE);
        assertThat(sweeps).hasValue(1);
    }

    @Test
    void oneWhoseWorkerIsGoneIsBegunAgainSoon() throws Exception {
        ReaperActivities sweep = new ScheduledSweep(request -> DONE);
        ReaperActivities firstDies = request -> {
            if (sweeps.incrementAndGet() > 1) {
                return sweep.reap(request);
            }
            // Neither an answer nor a heartbeat ever comes of this.
            awaitEnd(Duration.ofMinutes(5));
            throw new IllegalStateException("nobody waits for this any more");
        };

        assertThat(swept(firstDies)).isEqualTo(DONE);
        assertThat(sweeps).hasValue(2);
    }

    private void awaitEnd(Duration atMost) {
        try {
            end.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private ReapReport swept(ReaperActivities activities) throws Exception {
        try (TemporalServer server = TemporalServer.start();
                TemporalConnection connection = server.connect("")) {
            WorkerFactory workers = WorkerFactory.newInstance(connection.client());
            Worker worker = workers.newWorker(QUEUE);
            worker.registerWorkflowImplementationTypes(ReaperWorkflowImpl.class);
            worker.registerActivitiesImplementations(activities);
            workers.start();
            try {
                ReaperWorkflow workflow = connection
                        .client()
                        .newWorkflowStub(
                                ReaperWorkflow.class,
                                WorkflowOptions.newBuilder()
                                        .setWorkflowId("reap-host")
                                        .setTaskQueue(QUEUE)
                                        .build());
                return CompletableFuture.supplyAsync(() -> workflow.run(new ReapRequest(false)))
                        .get(1, TimeUnit.MINUTES);
            } finally {
                end.countDown();
                workers.shutdownNow();
            }
        }
    }
}
