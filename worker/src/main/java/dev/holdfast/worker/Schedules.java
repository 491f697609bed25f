package dev.holdfast.worker;

import dev.holdfast.activities.task.Host;
import dev.holdfast.activities.temporal.TemporalConnection;
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
import io.temporal.client.schedules.ScheduleException;
import io.temporal.client.schedules.ScheduleHandle;
import io.temporal.client.schedules.ScheduleIntervalSpec;
import io.temporal.client.schedules.ScheduleOptions;
import io.temporal.client.schedules.ScheduleSpec;
import io.temporal.client.schedules.ScheduleUpdate;
import java.time.Duration;
import java.util.List;

/** What Temporal starts by the clock. */
final class Schedules {
    private final ScheduleClient client;

    Schedules(TemporalConnection temporal) {
        this.client = ScheduleClient.newInstance(
                temporal.stubs(),
                ScheduleClientOptions.newBuilder()
                        .setNamespace(temporal.client().getOptions().getNamespace())
                        .setDataConverter(temporal.client().getOptions().getDataConverter())
                        .build());
    }

    /** Workers of the same host share one schedule; it starts at once, so that a restart cleans up what a crash left. */
    void reap(Host host, Duration every) {
        WorkflowOptions workflow = WorkflowOptions.newBuilder()
                .setWorkflowId("reap-" + host.id())
                .setTaskQueue(host.taskQueue())
                .setStaticSummary("Orphans of host " + host.id())
                .setStaticDetails("Removes what is ours and nobody has a right to any more")
                .build();
        Schedule schedule = schedule(ReaperWorkflow.class, new ReapRequest(false), workflow, every);
        ensure("holdfast-reaper-" + host.id(), schedule, true);
    }

    /** All workers share this one; who starts last says how often. */
    void tidy(Duration every) {
        WorkflowOptions workflow = WorkflowOptions.newBuilder()
                .setWorkflowId("tidy")
                .setTaskQueue(TaskWorkflow.TASK_QUEUE)
                .setStaticSummary("Logs to seal, tasks to forget")
                .setStaticDetails("Seals logs and removes what is kept no longer")
                .build();
        ensure(KeeperWorkflow.SCHEDULE, schedule(KeeperWorkflow.class, new TidyRequest(false), workflow, every), false);
    }

    private static Schedule schedule(Class<?> type, Object argument, WorkflowOptions workflow, Duration every) {
        return Schedule.newBuilder()
                .setAction(ScheduleActionStartWorkflow.newBuilder()
                        .setWorkflowType(type)
                        .setArguments(argument)
                        .setOptions(workflow)
                        .build())
                .setSpec(ScheduleSpec.newBuilder()
                        .setIntervals(List.of(new ScheduleIntervalSpec(every)))
                        .build())
                .build();
    }

    private void ensure(String id, Schedule schedule, boolean now) {
        if (!created(id, schedule, now)) {
            update(id, schedule, now);
        }
    }

    private boolean created(String id, Schedule schedule, boolean now) {
        try {
            client.createSchedule(
                    id,
                    schedule,
                    ScheduleOptions.newBuilder().setTriggerImmediately(now).build());
            return true;
        } catch (ScheduleAlreadyRunningException known) {
            return false;
        }
    }

    private void update(String id, Schedule schedule, boolean now) {
        ScheduleHandle known = client.getHandle(id);
        try {
            known.update(input -> new ScheduleUpdate(
                    Schedule.newBuilder(input.getDescription().getSchedule())
                            .setSpec(schedule.getSpec())
                            .build()));
        } catch (ScheduleException unreadable) {
            // The SDK cannot read back one that has a summary and no details, as those of older workers.
            known.delete();
            created(id, schedule, false);
        }
        if (now) {
            known.trigger();
        }
    }
}
