package dev.holdfast.worker;

import dev.holdfast.activities.pool.PoolStatistics;
import dev.holdfast.activities.pool.Profile;
import dev.holdfast.activities.pool.WarmPool;
import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.home.ProjectVolumes;
import dev.holdfast.activities.task.Host;
import dev.holdfast.activities.task.Sandboxes;
import dev.holdfast.activities.temporal.TemporalConnection;
import dev.holdfast.contract.TaskSpec;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** What a worker does beside tasks: it fills the pool, brings images, and sees to it that the reaper runs, now and regularly. */
final class Housekeeping implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(Housekeeping.class);

    private final WorkerProperties properties;
    private final Schedules schedules;
    private final Host host;
    private final WarmPool pool;
    private final Sandboxes sandboxes;
    private final ProjectVolumes volumes;
    private final ImagePrefetch images;
    private final Beginnings beginnings = new Beginnings();
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
        this.schedules = new Schedules(temporal);
        this.host = host;
        this.pool = pool;
        this.sandboxes = sandboxes;
        this.volumes = volumes;
        this.images = images;
    }

    @Override
    public void start() {
        running = true;
        beginnings.begin(
                "the schedule of the reaper",
                () -> schedules.reap(host, properties.reaper().every()));
        beginnings.begin(
                "the schedule of the keeper",
                () -> schedules.tidy(properties.retention().every()));
        beginnings.begin("the pool", this::fillPool);
        beginnings.begin("the prefetch of images", images::run);
    }

    private void fillPool() {
        Sandboxes.Choice usual = sandboxes.choose(TaskSpec.of(), Progress.NONE);
        pool.start(List.of(new Profile(
                usual.executor(), usual.image(), usual.limits(), TaskSpec.of().network())));
    }

    @Override
    public void stop() {
        running = false;
        beginnings.close();
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
