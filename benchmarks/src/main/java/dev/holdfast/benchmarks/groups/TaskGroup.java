package dev.holdfast.benchmarks.groups;

import dev.holdfast.benchmarks.measure.Contender;
import dev.holdfast.benchmarks.measure.Goal;
import dev.holdfast.benchmarks.measure.Group;
import dev.holdfast.benchmarks.measure.Trial;
import dev.holdfast.benchmarks.rivals.DockerCli;
import dev.holdfast.benchmarks.rivals.Program;
import dev.holdfast.benchmarks.stack.OwnStack;
import dev.holdfast.client.Holdfast;
import dev.holdfast.client.OpenTask;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.TaskSpec;
import java.io.IOException;
import java.util.List;

/** Whole durable tasks, from the caller's request to the result in the caller's hand. */
final class TaskGroup implements Group {
    /** The JVMs of API and worker compile what they run often, and only the first tasks of their life pay for it. */
    private static final int REHEARSALS = 160;

    private static final int CALLERS = 4;

    private final DockerCli docker;
    private final String container;
    private final OwnStack warm;
    private final OwnStack cold;
    private final OpenTask open;

    TaskGroup(Ground ground) throws Exception {
        this.docker = ground.docker();
        this.container = docker.startIdle();
        this.warm = ground.stack(Ground.Stack.WARM);
        this.cold = ground.stack(Ground.Stack.COLD);
        ground.say("rehearsing tasks");
        for (OwnStack stack : List.of(warm, cold)) {
            Holdfast client = stack.client();
            new Crowd(CALLERS).rate(REHEARSALS, () -> SampleTask.run(client));
            stack.settle();
        }
        this.open = warm.client().open(TaskSpec.of());
        warm.holdsOneMore();
        for (int i = 0; i < REHEARSALS; i++) {
            command();
        }
        warm.settle();
    }

    @Override
    public String title() {
        return "Whole durable tasks: one file in, a command, one artifact out to S3, history in PostgreSQL";
    }

    @Override
    public List<Contender> contenders() {
        return List.of(
                Contender.timed(
                        "docker-run-task",
                        "docker run --rm of the command alone",
                        () -> Program.run(docker.run(SampleTask.COMMAND))),
                Contender.timed(
                                "docker-run-task-matched",
                                "… with our limits and hardening",
                                () -> Program.run(docker.runMatched(SampleTask.COMMAND)))
                        .against("docker-run-task"),
                Contender.timed(
                                "docker-exec-task",
                                "docker exec of the command alone",
                                () -> Program.run(docker.exec(container, SampleTask.COMMAND)))
                        .against("docker-run-task"),
                Contender.timed("open-command", "Holdfast: a command in an open task", this::command)
                        .against("docker-exec-task"),
                Contender.milliseconds("task-warm", "Holdfast: task into a warm sandbox", () -> task(warm))
                        .against("docker-run-task"),
                Contender.milliseconds("task-cold", "Holdfast: task into a new sandbox", () -> task(cold))
                        .against("docker-run-task"));
    }

    @Override
    public List<Goal> goals() {
        return List.of(
                Goal.timesAtLeast(
                        "open-command",
                        "docker-exec-task",
                        3,
                        "a command in an open task is 3 times faster than docker exec"),
                Goal.timesAtLeast("task-warm", "docker-run-task", 10, "a warm task is 10 times faster than docker run"),
                Goal.timesAtLeast("task-cold", "docker-run-task", 2, "a cold task is 2 times faster than docker run"));
    }

    @Override
    public List<String> notes() {
        return List.of(
                "An idle host with a full pool: between two rows the pool is refilled and used sandboxes are removed."
                        + " For sustained load see tasks per second.",
                "Sandboxes are containers that crun makes without the engine (executor oci).");
    }

    private void command() throws IOException {
        StepResult result = open.run(SampleTask.COMMAND.toArray(String[]::new));
        if (!result.succeeded()) {
            throw new IOException("a command in an open task ended as " + result.outcome() + ": " + result.reason());
        }
    }

    private static double task(OwnStack stack) throws Exception {
        Holdfast client = stack.client();
        client.health();
        double took = Trial.milliseconds(() -> SampleTask.run(client));
        stack.settle();
        return took;
    }

    @Override
    public void close() throws IOException {
        open.close("the benchmark is over");
        warm.holdsOneLess();
        docker.remove(container);
    }
}
