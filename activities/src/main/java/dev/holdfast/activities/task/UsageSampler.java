package dev.holdfast.activities.task;

import dev.holdfast.activities.history.ResourceSamples;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxUsage;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.contract.ResourceSample;
import dev.holdfast.contract.TaskId;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at what the sandbox uses while a step runs: at once when it did not end at once, then each second, then less and
 * less often, so that a long step leaves some hundred samples and a short one costs nothing.
 */
final class UsageSampler {
    private static final Logger log = LoggerFactory.getLogger(UsageSampler.class);
    private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);
    private static final int PAUSES_PER_AGE = 60;

    private final ResourceSamples samples;
    private final TaskId taskId;
    private final String step;
    private final Instant began = Instant.now();
    private Instant last = Instant.EPOCH;

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
            samples.record(taskId, sample(supervisor.usage(), now));
        } catch (SandboxException unanswered) {
            log.debug("no usage of {}: {}", taskId, unanswered.getMessage());
        } catch (RuntimeException unstored) {
            log.debug("a sample of {} is lost: {}", taskId, unstored.getMessage());
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
}
