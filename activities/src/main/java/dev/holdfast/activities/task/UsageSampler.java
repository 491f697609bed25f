package dev.holdfast.activities.task;

import dev.holdfast.activities.history.ResourceSamples;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxUsage;
import dev.holdfast.activities.sandbox.StepRecord;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.contract.ResourceSample;
import dev.holdfast.contract.ResourceUsage;
import dev.holdfast.contract.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at what the sandbox uses while a step runs: each second at first, then less and less often, so that a long step
 * leaves some hundred samples and a short one costs nothing.
 */
final class UsageSampler {
    private static final Logger log = LoggerFactory.getLogger(UsageSampler.class);
    private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);
    private static final int PAUSES_PER_AGE = 60;

    private final ResourceSamples samples;
    private final TaskId taskId;
    private final String step;
    private final Instant began = Instant.now();
    private Instant last = began;
    private @Nullable SandboxUsage first;
    private @Nullable SandboxUsage latest;
    private @Nullable Long mostPids;

    UsageSampler(ResourceSamples samples, TaskId taskId, String step) {
        this.samples = samples;
        this.taskId = taskId;
        this.step = step;
    }

    void lookWhenDue(Supervisor supervisor) {
        Instant now = Instant.now();
        Duration pause = Duration.between(began, now).dividedBy(PAUSES_PER_AGE);
        if (Duration.between(last, now).compareTo(pause.compareTo(SHORTEST_PAUSE) > 0 ? pause : SHORTEST_PAUSE) >= 0) {
            last = now;
            look(supervisor, now);
        }
    }

    /** A sample is worth less than the step: what fails here is passed over. */
    private void look(Supervisor supervisor, Instant now) {
        try {
            SandboxUsage usage = supervisor.usage();
            remember(usage);
            samples.record(taskId, sample(usage, now));
        } catch (SandboxException unanswered) {
            log.debug("no usage of {}: {}", taskId, unanswered.getMessage());
        } catch (RuntimeException unstored) {
            log.debug("a sample of {} is lost: {}", taskId, unstored.getMessage());
        }
    }

    private void remember(SandboxUsage usage) {
        first = first == null ? usage : first;
        latest = usage;
        Long pids = usage.pids();
        if (pids != null) {
            mostPids = mostPids == null ? pids : Math.max(mostPids, pids);
        }
    }

    private ResourceSample sample(SandboxUsage usage, Instant now) {
        return new ResourceSample(
                step,
                now,
                usage.cpuMs(),
                usage.memoryBytes(),
                usage.pids(),
                usage.workspaceBytes(),
                usage.ioReadBytes(),
                usage.ioWriteBytes(),
                usage.rxBytes(),
                usage.txBytes());
    }

    /** What the supervisor measured of the step itself, and what was seen of its sandbox meanwhile. */
    ResourceUsage usage(StepRecord ended) {
        return new ResourceUsage(
                ended.cpuUserMs(),
                ended.cpuSystemMs(),
                ended.peakMemoryBytes(),
                ended.oomKills(),
                mostPids,
                latest == null ? null : latest.workspaceBytes(),
                since(SandboxUsage::ioReadBytes),
                since(SandboxUsage::ioWriteBytes),
                since(SandboxUsage::rxBytes),
                since(SandboxUsage::txBytes));
    }

    private @Nullable Long since(Function<SandboxUsage, @Nullable Long> sum) {
        Long before = first == null ? null : sum.apply(first);
        Long now = latest == null ? null : sum.apply(latest);
        return before == null || now == null ? null : Long.valueOf(now - before);
    }
}
