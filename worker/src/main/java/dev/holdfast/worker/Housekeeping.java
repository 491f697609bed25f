package dev.holdfast.worker;

import dev.holdfast.activities.pool.PoolStatistics;
import dev.holdfast.activities.pool.Profile;
import dev.holdfast.activities.pool.WarmPool;
import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.home.ProjectVolumes;
import dev.holdfast.activities.task.Host;
import dev.holdfast.activities.task.Sandboxes;
import dev.holdfast.activities.temporal.TemporalConnection;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.workflows.KeeperActivities.TidyRequest;
import dev.holdfast.workflows.KeeperWorkflow;
import dev.holdfast.workflows.ReaperActivities.ReapRequest;
import dev.holdfast.workflows.ReaperWorkflow;
import dev.holdfast.workflows.TaskWorkflow;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.schedules.Schedule;
import io.temporal.client.schedules.ScheduleActionStartWorkflow;
import io.temporal.client.schedules.ScheduleAlreadyRunningException;
import io.temporal.client.schedules.ScheduleClient;
import io.temporal.client.schedules.ScheduleClientOptions;
import io.temporal.client.schedules.ScheduleIntervalSpec;
import io.temporal.client.schedules.ScheduleOptions;
import io.temporal.client.schedules.ScheduleSpec;
import io.temporal.client.schedules.ScheduleUpdate;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** What a worker does beside tasks: it fills the pool, brings images, and sees to it that the reaper runs, now and regularly. */
final class Housekeeping implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(Housekeeping.class);

    private final WorkerProperties properties;
    private final TemporalConnection temporal;
    private final Host host;
    private final WarmPool pool;
    private final Sandboxes sandboxes;
    private final ProjectVolumes volumes;
    private final ImagePrefetch images;
    private volatile boolean running;

    Housekeeping(
            WorkerProperties properties,
            TemporalConnection temporal,
            Host host,
            WarmPool pool,
            Sandboxes sandboxes,
            ProjectVolumes volumes,
            ImagePrefetch images) {
        this.properties = properties;
        this.temporal = temporal;
        this.host = host;
        this.pool = pool;
        this.sandboxes = sandboxes;
        this.volumes = volumes;
        this.images = images;
    }

    @Override
    public void start() {
        running = true;
        Thread.ofVirtual().name("housekeeping").start(() -> {
            scheduleReaper();
            scheduleKeeper();
            fillPool();
            images.run();
        });
    }

    /** Workers of the same host share one schedule; it starts at once, so that a restart cleans up what a crash left. */
    private void scheduleReaper() {
        ScheduleClient schedules = schedules();
        String id = "holdfast-reaper-" + host.id();
        try {
            schedules.createSchedule(
                    id,
                    reaperSchedule(),
                    ScheduleOptions.newBuilder().setTriggerImmediately(true).build());
        } catch (ScheduleAlreadyRunningException known) {
            schedules.getHandle(id).trigger();
        } catch (RuntimeException e) {
            log.error("the reaper could not be scheduled: {}", e.getMessage());
        }
    }

    /** All workers share this one; who starts last says how often. */
    private void scheduleKeeper() {
        ScheduleClient schedules = schedules();
        try {
            schedules.createSchedule(
                    KeeperWorkflow.SCHEDULE,
                    keeperSchedule(),
                    ScheduleOptions.newBuilder().build());
        } catch (ScheduleAlreadyRunningException known) {
            schedules
                    .getHandle(KeeperWorkflow.SCHEDULE)
                    .update(input -> new ScheduleUpdate(
                            Schedule.newBuilder(input.getDescription().getSchedule())
                                    .setSpec(keeperSchedule().getSpec())
                                    .build()));
        } catch (RuntimeException e) {
            log.error("the keeper could not be scheduled: {}", e.getMessage());
        }
    }

    private ScheduleClient schedules() {
        return ScheduleClient.newInstance(
                temporal.stubs(),
                ScheduleClientOptions.newBuilder()
                        .setNamespace(temporal.client().getOptions().getNamespace())
                        .setDataConverter(temporal.client().getOptions().getDataConverter())
                        .build());
    }

    private Schedule keeperSchedule() {
        return Schedule.newBuilder()
                .setAction(ScheduleActionStartWorkflow.newBuilder()
                        .setWorkflowType(KeeperWorkflow.class)
                        .setArguments(new TidyRequest(false))
                        .setOptions(WorkflowOptions.newBuilder()
                                .setWorkflowId("tidy")
                                .setTaskQueue(TaskWorkflow.TASK_QUEUE)
                                .setStaticSummary("Logs to seal, tasks to forget")
                                .build())
                        .build())
                .setSpec(ScheduleSpec.newBuilder()
                        .setIntervals(List.of(
                                new ScheduleIntervalSpec(properties.retention().every())))
                        .build())
                .build();
    }

    private Schedule reaperSchedule() {
        return Schedule.newBuilder()
                .setAction(ScheduleActionStartWorkflow.newBuilder()
                        .setWorkflowType(ReaperWorkflow.class)
                        .setArguments(new ReapRequest(false))
                        .setOptions(WorkflowOptions.newBuilder()
                                .setWorkflowId("reap-" + host.id())
                                .setTaskQueue(host.taskQueue())
                                .setStaticSummary("Orphans of host " + host.id())
                                .build())
                        .build())
                .setSpec(ScheduleSpec.newBuilder()
                        .setIntervals(List.of(
                                new ScheduleIntervalSpec(properties.reaper().every())))
                        .build())
                .build();
    }

    private void fillPool() {
        try {
            Sandboxes.Choice usual = sandboxes.choose(TaskSpec.of(), Progress.NONE);
            pool.start(List.of(new Profile(
                    usual.executor(),
                    usual.image(),
                    usual.limits(),
                    TaskSpec.of().network())));
        } catch (SandboxException e) {
            log.warn("the pool stays empty: {}", e.getMessage());
        }
    }

    @Override
    public void stop() {
        running = false;
        pool.close();
        PoolStatistics statistics = pool.statistics();
        if (statistics.hitRate() != null) {
            log.info(
                    "the pool served {} of {} tasks, {} times by a sandbox used before",
                    statistics.hits(),
                    statistics.hits() + statistics.misses(),
                    statistics.recycled());
        }
        volumes.unmountIdle();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
