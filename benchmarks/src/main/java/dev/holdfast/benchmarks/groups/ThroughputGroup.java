package dev.holdfast.benchmarks.groups;

import dev.holdfast.benchmarks.measure.Contender;
import dev.holdfast.benchmarks.measure.Goal;
import dev.holdfast.benchmarks.measure.Group;
import dev.holdfast.benchmarks.measure.Trial;
import dev.holdfast.benchmarks.measure.Unit;
import dev.holdfast.benchmarks.rivals.DockerCli;
import dev.holdfast.benchmarks.rivals.Program;
import dev.holdfast.benchmarks.stack.OwnStack;
import dev.holdfast.client.Holdfast;
import java.util.List;

/** How many tasks a second, with 16 callers at once. */
final class ThroughputGroup implements Group {
    private static final int CALLERS = 16;
    private static final String REFERENCE = "docker-run-rate";
    private static final int MANY = 48;

    /** Of those that take little time each: a second of it says nothing. */
    private static final int MANY_RECYCLED = 192;

    private static final int REHEARSALS = 160;

    private final DockerCli docker;
    private final OwnStack warm;
    private final OwnStack recycling;
    private final OwnStack cold;

    ThroughputGroup(Ground ground) throws Exception {
        this.docker = ground.docker();
        this.warm = ground.stack(Ground.Stack.WARM);
        this.recycling = ground.stack(Ground.Stack.RECYCLING);
        this.cold = ground.stack(Ground.Stack.COLD);
        ground.say("rehearsing tasks");
        rehearse(warm, REHEARSALS);
        rehearse(recycling, REHEARSALS * 5);
        rehearse(cold, REHEARSALS);
    }

    /** Until a JVM has compiled what it does all the time; that takes more tasks than seconds. */
    private static void rehearse(OwnStack stack, int tasks) throws Exception {
        Holdfast client = stack.client();
        new Crowd(CALLERS).rate(tasks, () -> SampleTask.run(client));
        stack.settle();
    }

    @Override
    public String title() {
        return "Tasks per second, " + CALLERS + " in parallel";
    }

    @Override
    public List<Contender> contenders() {
        return List.of(
                row(REFERENCE, "docker run --rm", () -> docker(docker.run(SampleTask.COMMAND))),
                row(
                        "docker-run-rate-matched",
                        "docker run --rm with our limits and hardening",
                        () -> docker(docker.runMatched(SampleTask.COMMAND))),
                row("burst", "Holdfast: burst of " + Ground.POOL + " into a full pool", this::burst),
                row("sustained", "Holdfast: sustained, each sandbox used once", () -> sustained(warm, MANY)),
                row(
                        "recycled",
                        "Holdfast: sustained, sandboxes recycled within a project",
                        () -> sustained(recycling, MANY_RECYCLED)),
                row("cold-rate", "Holdfast: sustained, no pool", this::cold));
    }

    @Override
    public List<Goal> goals() {
        return List.of(
                Goal.timesAtLeast("burst", REFERENCE, 6, "a burst into a full pool: 6 times docker run"),
                Goal.timesAtLeast("sustained", REFERENCE, 1.8, "sustained, used once: 1.8 times docker run"),
                Goal.timesAtLeast("recycled", REFERENCE, 8, "sustained with recycling: 8 times docker run"),
                Goal.timesAtLeast("cold-rate", REFERENCE, 1.5, "no pool: 1.5 times docker run"));
    }

    @Override
    public int rounds(int asked) {
        return Math.clamp(asked / 4, 1, 10);
    }

    @Override
    public List<String> notes() {
        return List.of(
                "Each value is the average of " + MANY + " tasks (a burst: " + Ground.POOL + ", recycled: "
                        + MANY_RECYCLED + ").",
                "All but a burst are taken while the callers go on before and after. Where there is a pool, it has been"
                        + " emptied and what was in it has been removed by then, so that making and removing sandboxes is"
                        + " paid for in full, and nothing else is.",
                "Sandboxes are containers that crun makes without the engine (executor oci).",
                "Logs are sealed when the crowd has gone, so that is not in these rates.");
    }

    private static Contender row(String id, String title, Trial trial) {
        Contender row = Contender.of(id, title, Unit.TASKS_PER_SECOND, trial);
        return id.equals(REFERENCE) ? row : row.against(REFERENCE);
    }

    private double docker(List<String> command) throws Exception {
        return new Crowd(CALLERS).rateAfter(CALLERS, MANY, () -> Program.run(command));
    }

    private double burst() throws Exception {
        warm.settle();
        Holdfast client = warm.client();
        client.health();
        double rate = new Crowd(CALLERS).rate(Ground.POOL, () -> SampleTask.run(client));
        warm.settle();
        return rate;
    }

    private static double sustained(OwnStack stack, int many) throws Exception {
        Holdfast client = stack.client();
        double rate = new Crowd(CALLERS).rateAfter(Ground.POOL + 3 * CALLERS, many, () -> SampleTask.run(client));
        stack.settle();
        return rate;
    }

    private double cold() throws Exception {
        Holdfast client = cold.client();
        double rate = new Crowd(CALLERS).rateAfter(CALLERS, MANY, () -> SampleTask.run(client));
        cold.settle();
        return rate;
    }
}
