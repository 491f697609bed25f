package dev.holdfast.projects.run;

import dev.holdfast.contract.ArtifactSpec;
import dev.holdfast.contract.Cache;
import dev.holdfast.contract.Command;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Network;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.StepSpecBuilder;
import dev.holdfast.contract.StorageSpec;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskSpecBuilder;
import dev.holdfast.contract.Volume;
import dev.holdfast.projects.detect.Project;
import dev.holdfast.projects.detect.ProjectBuilder;
import dev.holdfast.projects.repo.RepoContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes a task of a project: what its contract says, else what was detected. */
public final class RunPlanner {
    /** The label that tells a task's ecosystem. */
    public static final String ECOSYSTEM = "holdfast/ecosystem";

    private static final Duration STEP_TIMEOUT = Duration.ofMinutes(20);

    private final ProjectId project;
    private final Executor executor;
    private final @Nullable Network network;

    /**
     * @param project whose caches are used
     * @param network what the caller asks for; decided by what has to be installed when null
     */
    public RunPlanner(ProjectId project, Executor executor, @Nullable Network network) {
        this.project = project;
        this.executor = executor;
        this.network = network;
    }

    public RunPlan plan(Project found, RepoContract contract, Goal goal) throws NothingToDoException {
        Runner runner = Runners.of(found.ecosystem());
        List<StepSpec> steps = steps(found, contract, goal);
        List<Cache> caches = contract.caches() == null ? found.caches() : contract.caches();
        List<String> reports = contract.reports() == null ? found.reports() : contract.reports();
        Map<String, String> env = new LinkedHashMap<>(runner.environment());
        env.putAll(contract.env());
        TaskSpec spec = TaskSpecBuilder.builder()
                .project(project)
                .executor(executor)
                .image(contract.image() == null ? found.image() : contract.image())
                .steps(steps)
                .env(env)
                .limits(contract.limits().orElse(runner.limits()))
                .network(network(found, contract))
                .artifacts(artifacts(found, contract, reports))
                .labels(Map.of(
                        "holdfast/goal",
                        goal.word(),
                        ECOSYSTEM,
                        found.ecosystem().json()))
                .storage(new StorageSpec(null, Volume.NONE, caches))
                .build();
        return new RunPlan(
                found.path(),
                spec,
                reports.stream().map(glob -> below(found, glob)).toList());
    }

    /** Dependencies come over the network; a project without any can do without. */
    private Network network(Project found, RepoContract contract) {
        if (network != null) {
            return network;
        }
        if (contract.network() != null) {
            return contract.network();
        }
        boolean brings = found.commands().install() != null || !found.caches().isEmpty();
        return brings ? Network.BRIDGE : Network.NONE;
    }

    private static List<StepSpec> steps(Project found, RepoContract contract, Goal goal) throws NothingToDoException {
        List<StepSpec> steps = new ArrayList<>();
        String setup =
                contract.commands().getOrDefault("setup", or(found.commands().install()));
        if (!setup.isEmpty() && !goal.isSetup()) {
            steps.add(step("setup", setup, found, contract));
        }
        String line = contract.commands().getOrDefault(goal.word(), or(goal.of(found.commands())));
        if (line.isEmpty()) {
            throw new NothingToDoException(found.path() + " (" + found.tool() + ") has no command '" + goal.word()
                    + "': give commands." + goal.word() + " in " + RepoContract.FILE);
        }
        steps.add(step(goal.word(), line, found, contract));
        return steps;
    }

    private static String or(@Nullable String line) {
        return line == null ? "" : line;
    }

    private static StepSpec step(String name, String line, Project found, RepoContract contract) {
        return StepSpecBuilder.builder()
                .name(name)
                .command(Command.shell(line))
                .cwd(found.path().equals(".") ? null : found.path())
                .timeout(contract.timeout() == null ? STEP_TIMEOUT : contract.timeout())
                .build();
    }

    private static ArtifactSpec artifacts(Project found, RepoContract contract, List<String> reports) {
        List<String> include = Stream.of(
                        reports.stream(), contract.artifacts().stream(), Stream.of(ProjectBuilder.REPORTS + "/**"))
                .flatMap(globs -> globs)
                .map(glob -> below(found, glob))
                .distinct()
                .toList();
        return new ArtifactSpec(include, List.of(), null);
    }

    private static String below(Project found, String glob) {
        return found.path().equals(".") ? glob : found.path() + "/" + glob;
    }
}
