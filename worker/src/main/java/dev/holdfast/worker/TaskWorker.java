package dev.holdfast.worker;

import dev.holdfast.activities.task.Host;
import dev.holdfast.activities.temporal.TaskServiceHandler;
import dev.holdfast.activities.temporal.TemporalConnection;
import dev.holdfast.workflows.KeeperWorkflowImpl;
import dev.holdfast.workflows.ReaperWorkflowImpl;
import dev.holdfast.workflows.TaskPayloads;
import dev.holdfast.workflows.TaskWorkflow;
import dev.holdfast.workflows.TaskWorkflowImpl;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.worker.WorkerOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Serves two task queues: the one that all workers share, and the one of this host's sandboxes. */
final class TaskWorker implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(TaskWorker.class);

    /** A cancellation is noticed at a heartbeat, so this bounds how long one takes. */
    private static final Duration HEARTBEAT_AT_LEAST_EVERY = Duration.ofMillis(500);

    /**
     * How long Temporal waits for the worker that has a task's workflow in its memory. One that was killed never comes,
     * and every task that it had waits this long once; one that is busy loses only what it has remembered.
     */
    private static final Duration REMEMBERED_FOR = Duration.ofSeconds(1);

    /** Running steps need not end: the next worker of this host attaches to them. */
    private static final Duration DRAIN = Duration.ofSeconds(2);

    private static final int PLACED_AT_ONCE = 4;

    private final TemporalConnection temporal;
    private final Host host;
    private final WorkerFactory factory;

    TaskWorker(TemporalConnection temporal, Host host, List<Object> activities) {
        this.temporal = temporal;
        this.host = host;
        this.factory = WorkerFactory.newInstance(
                temporal.client(),
                WorkerFactoryOptions.newBuilder()
                        .setUsingVirtualWorkflowThreads(true)
                        .build());
        Worker shared = factory.newWorker(TaskWorkflow.TASK_QUEUE, options());
        shared.registerWorkflowImplementationTypes(TaskPayloads.unreadableTasksFail(), TaskWorkflowImpl.class);
        shared.registerWorkflowImplementationTypes(KeeperWorkflowImpl.class);
        shared.registerActivitiesImplementations(activities.toArray());
        shared.registerNexusServiceImplementation(new TaskServiceHandler());
        // Few at once: projects take turns in the queue, but not among the tasks that wait here.
        Worker places = factory.newWorker(
                TaskWorkflow.PLACES_QUEUE,
                WorkerOptions.newBuilder(options())
                        .setMaxConcurrentActivityExecutionSize(PLACED_AT_ONCE)
                        .setMaxConcurrentActivityTaskPollers(1)
                        .build());
        places.registerActivitiesImplementations(activities.toArray());
        Worker own = factory.newWorker(host.taskQueue(), options());
        own.registerWorkflowImplementationTypes(ReaperWorkflowImpl.class);
        own.registerActivitiesImplementations(activities.toArray());
    }

    private static WorkerOptions options() {
        return WorkerOptions.newBuilder()
                .setUsingVirtualThreads(true)
                .setStickyQueueScheduleToStartTimeout(REMEMBERED_FOR)
                .setMaxHeartbeatThrottleInterval(HEARTBEAT_AT_LEAST_EVERY)
                .setDefaultHeartbeatThrottleInterval(HEARTBEAT_AT_LEAST_EVERY)
                .build();
    }

    @Override
    public void start() {
        new SearchAttributeRegistration(temporal).register();
        factory.start();
        log.info("host {} serves {} and {}", host.id(), TaskWorkflow.TASK_QUEUE, host.taskQueue());
    }

    @Override
    public void stop() {
        factory.shutdownNow();
        factory.awaitTermination(DRAIN.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public boolean isRunning() {
        return factory.isStarted() && !factory.isShutdown();
    }
}
