package dev.holdfast.benchmarks.groups;

import dev.holdfast.activities.history.HistoryDatabase;
import dev.holdfast.activities.pool.PoolConfig;
import dev.holdfast.activities.pool.Profile;
import dev.holdfast.activities.pool.WarmPool;
import dev.holdfast.activities.sandbox.LogSink;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.StepStart;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.benchmarks.measure.Contender;
import dev.holdfast.benchmarks.measure.Goal;
import dev.holdfast.benchmarks.measure.Group;
import dev.holdfast.benchmarks.measure.Trial;
import dev.holdfast.benchmarks.rivals.DockerCli;
import dev.holdfast.benchmarks.rivals.Program;
import dev.holdfast.benchmarks.stack.OwnSandboxes;
import dev.holdfast.benchmarks.stack.OwnStack;
import dev.holdfast.benchmarks.stack.Settling;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.Network;
import dev.holdfast.contract.ProjectId;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** From nothing to a sandbox that can be used. */
final class StartGroup implements Group {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final DockerCli docker;
    private final OwnSandboxes sandboxes;
    private final String holder;
    private final HistoryDatabase history;
    private final WarmPool pool;
    private final Profile profile;

    StartGroup(Ground ground) throws Exception {
        this.docker = ground.docker();
        this.sandboxes = ground.sandboxes();
        this.holder = docker.startIdle();
        this.history = ground.stack(Ground.Stack.COLD).history();
        this.profile = new Profile(OwnStack.EXECUTOR, ground.image(), Limits.DEFAULTS, Network.NONE);
        this.pool = new WarmPool(
                PoolConfig.singleUse(1, 1, Duration.ofMinutes(10)),
                "bench",
                history.leases(),
                sandboxes.providers()::of);
        pool.start(List.of(profile));
        settle();
    }

    @Override
    public String title() {
        return "From nothing to the first command (sh -c 'echo hi')";
    }

    @Override
    public List<Contender> contenders() {
        return List.of(
                Contender.timed(
                        "docker-run",
                        "docker run --rm, as people type it",
                        () -> Program.run(docker.run(Ground.COMMAND))),
                Contender.timed(
                                "docker-run-none",
                                "docker run --rm --network none",
                                () -> Program.run(docker.runWithoutNetwork(Ground.COMMAND)))
                        .against("docker-run"),
                Contender.timed(
                                "docker-run-matched",
                                "docker run --rm with our limits and hardening",
                                () -> Program.run(docker.runMatched(Ground.COMMAND)))
                        .against("docker-run"),
                Contender.timed(
                                "docker-run-joined",
                                "… and joining a network namespace made before",
                                () -> Program.run(docker.runMatchedJoining(holder, Ground.COMMAND)))
                        .against("docker-run"),
                Contender.milliseconds(
                                "cold",
                                "Holdfast: new sandbox, ready for its first step",
                                () -> cold(OwnStack.EXECUTOR))
                        .against("docker-run"),
                Contender.milliseconds(
                                "cold-engine", "… started by the engine (executor docker)", () -> cold(Executor.DOCKER))
                        .against("docker-run"),
                Contender.milliseconds(
                                "cold-whole",
                                "Holdfast: new sandbox, one step, removed and verified",
                                () -> whole(OwnStack.EXECUTOR))
                        .against("docker-run"),
                Contender.milliseconds(
                                "cold-whole-engine",
                                "… started and removed by the engine (executor docker)",
                                () -> whole(Executor.DOCKER))
                        .against("docker-run"),
                Contender.milliseconds("warm", "Holdfast: claim of a warm sandbox that answers", this::warm)
                        .against("docker-run"));
    }

    @Override
    public List<Goal> goals() {
        return List.of(
                Goal.fractionAtMost(
                        "cold", "docker-run-none", 0.6, "a new sandbox is ready in 0.6 of docker run --network none"),
                Goal.atMost("warm", 10, "a warm sandbox is claimed within 10 ms"));
    }

    @Override
    public List<String> notes() {
        return List.of(
                "docker run --rm includes the command and the removal; \"new sandbox, one step, removed and verified\" is the"
                        + " row that does as much.",
                "Sandboxes are containers that crun makes without the engine (executor oci), unless their row says otherwise.",
                "The engine's network namespaces and the warm sandbox are made ahead, while nothing is measured.");
    }

    private double cold(Executor executor) throws Exception {
        settle();
        SandboxHandle[] handle = new SandboxHandle[1];
        double took = Trial.milliseconds(() -> handle[0] = sandboxes.start(executor));
        sandboxes.provider(executor).destroy(handle[0].id());
        settle();
        return took;
    }

    private double whole(Executor executor) throws Exception {
        settle();
        double took = Trial.milliseconds(() -> {
            SandboxHandle handle = sandboxes.start(executor);
            try (Supervisor supervisor = sandboxes.provider(executor).connect(handle)) {
                supervisor.start(StepStart.of("only", Ground.COMMAND), PATIENCE, 4096, LogSink.IGNORE);
            }
            sandboxes.provider(executor).destroy(handle.id());
        });
        settle();
        return took;
    }

    private double warm() throws Exception {
        settle();
        SandboxHandle[] handle = new SandboxHandle[1];
        double took = Trial.milliseconds(() -> {
            handle[0] = pool.claim(profile, ProjectId.DEFAULT, sandboxes.nextTask())
                    .orElseThrow(() -> new IOException("the pool was empty"));
            try (Supervisor supervisor = sandboxes.provider(OwnStack.EXECUTOR).connect(handle[0])) {
                supervisor.hello();
            }
        });
        sandboxes.provider(OwnStack.EXECUTOR).destroy(handle[0].id());
        settle();
        return took;
    }

    private void settle() throws Exception {
        Settling.until(
                "filling the pool",
                () -> pool.statistics().idle().values().stream()
                                .mapToInt(Integer::intValue)
                                .sum()
                        == 1);
        sandboxes.settle();
    }

    @Override
    public void close() throws IOException {
        pool.close();
        history.close();
        docker.remove(holder);
    }
}
