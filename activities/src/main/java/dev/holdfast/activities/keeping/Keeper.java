package dev.holdfast.activities.keeping;

import dev.holdfast.activities.artifacts.ArtifactStorage;
import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.history.SealedSecrets;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import dev.holdfast.workflows.KeeperActivities;
import io.temporal.activity.Activity;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Does the rounds: each part for itself, so that one that fails keeps none of the others. */
public final class Keeper implements KeeperActivities {
    private static final Duration CUT_OFF = Duration.ofDays(1);
    private static final Duration FORGOTTEN = Duration.ofDays(1);
    private static final int NAMED = 100;

    private final ArtifactStorage storage;
    private final SealedSecrets secrets;
    private final LogSealing sealing;
    private final Retention retention;
    private final UnneededContent content;
    private final Clock clock;

    /** @param workflows makes Temporal forget a task */
    public Keeper(
            HistoryDatabase history,
            ArtifactStorage storage,
            LogSealing sealing,
            Consumer<TaskId> workflows,
            Function<ProjectId, RetentionPolicy> policies,
            Clock clock) {
        this.storage = storage;
        this.secrets = history.secrets();
        this.sealing = sealing;
        this.retention = new Retention(history, storage.objects(), workflows, policies, clock);
        this.content = new UnneededContent(storage.blobs(), history.kept(), clock);
        this.clock = clock;
    }

    @Override
    public TidyReport tidy(TidyRequest request) {
        return tidy(request, () -> Activity.getExecutionContext().heartbeat(null));
    }

    TidyReport tidy(TidyRequest request, Runnable still) {
        List<String> failed = new ArrayList<>();
        if (request.dryRun()) {
            Map<TaskId, String> due = retention.apply(true, still);
            return new TidyReport(true, 0, due.size(), first(due), 0, 0, 0, failed);
        }
        long sealedLogs = sealing.sealMissed(still, failed);
        long swept = attempt("unfinished uploads", failed, () -> storage.sweep(CUT_OFF));
        attempt(
                "secrets of tasks that ended",
                failed,
                () -> secrets.removeOfTasksBefore(clock.instant().minus(FORGOTTEN)));
        Map<TaskId, String> removed = retention.apply(false, still);
        UnneededContent.Removed unneeded =
                removed.isEmpty() ? new UnneededContent.Removed(0, 0) : content.remove(still);
        return new TidyReport(
                false, sealedLogs, removed.size(), first(removed), unneeded.blobs(), unneeded.bytes(), swept, failed);
    }

    private static List<String> first(Map<TaskId, String> tasks) {
        return tasks.entrySet().stream()
                .limit(NAMED)
                .map(task -> task.getKey() + ": " + task.getValue())
                .toList();
    }

    private static long attempt(String what, List<String> failed, LongSupplier work) {
        try {
            return work.getAsLong();
        } catch (RuntimeException problem) {
            failed.add(what + ": " + problem.getMessage());
            return 0;
        }
    }
}
