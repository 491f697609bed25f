package dev.holdfast.benchmarks.groups;

import dev.holdfast.activities.sandbox.LogSink;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.StepRecord;
import dev.holdfast.activities.sandbox.StepStart;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.benchmarks.measure.Contender;
import dev.holdfast.benchmarks.measure.Goal;
import dev.holdfast.benchmarks.measure.Group;
import dev.holdfast.benchmarks.rivals.BareProcess;
import dev.holdfast.benchmarks.rivals.Program;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** One command in a sandbox that is open. */
final class StepGroup implements Group {
    /** A worker's code has been compiled by the time that it matters. */
    private static final int REHEARSALS = 300;

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long READ_BYTES = 64 * 1024;

    private final Ground ground;
    private final String container;
    private final SandboxHandle handle;
    private final Supervisor supervisor;
    private int number;

    StepGroup(Ground ground) throws Exception {
        this.ground = ground;
        this.container = ground.docker().startIdle();
        this.handle = ground.sandboxes().start();
        this.supervisor = ground.sandboxes().provider().connect(handle);
        ground.say("rehearsing steps");
        for (int i = 0; i < REHEARSALS; i++) {
            step();
        }
        ground.sandboxes().settle();
    }

    @Override
    public String title() {
        return "One command in an open sandbox (sh -c 'echo hi', output and exit code in hand)";
    }

    @Override
    public List<Contender> contenders() {
        return List.of(
                Contender.timed(
                        "docker-exec",
                        "docker exec",
                        () -> Program.run(ground.docker().exec(container, Ground.COMMAND))),
                Contender.timed(
                                "docker-exec-api",
                                "docker exec through the engine's API",
                                () -> ground.engine().exec(container, Ground.COMMAND))
                        .against("docker-exec"),
                Contender.milliseconds("bare-process", "bare fork and exec, by a shell", BareProcess::milliseconds)
                        .against("docker-exec"),
                Contender.timed("step", "Holdfast: a step by the supervisor", this::step)
                        .against("docker-exec"));
    }

    @Override
    public List<Goal> goals() {
        return List.of(
                Goal.fractionAtMost("step", "docker-exec", 0.05, "a step takes at most 1/20 of docker exec"),
                Goal.aboveAtMost("step", "bare-process", 3, "a step takes at most 3 ms more than a bare process"));
    }

    private void step() throws IOException {
        StepStart start = StepStart.of("bench-" + number++, Ground.COMMAND);
        StepRecord ended =
                supervisor.start(start, PATIENCE, READ_BYTES, LogSink.IGNORE).step();
        if (ended.exitCode() == null || ended.exitCode() != 0) {
            throw new IOException("the step ended as " + ended.outcome() + " with " + ended.exitCode());
        }
    }

    @Override
    public void close() throws IOException {
        supervisor.close();
        ground.sandboxes().provider().destroy(handle.id());
        ground.docker().remove(container);
    }
}
