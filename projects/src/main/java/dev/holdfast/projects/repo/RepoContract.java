package dev.holdfast.projects.repo;

import dev.holdfast.contract.Cache;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.Network;
import dev.holdfast.contract.ValidationSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@code .holdfast.yml} says. What it leaves out is detected.
 *
 * @param image of the sandbox; not together with {@code dockerfile}
 * @param dockerfile relative to the repository, built into the image of the sandbox
 * @param commands shell lines by name; {@code setup}, {@code build}, {@code test} and {@code lint} replace what is detected
 * @param env for every command, services' variables among them
 * @param caches null when it says nothing of them
 * @param artifacts globs that are collected beside {@code .artifacts/**}
 * @param reports globs of test reports; null when it says nothing of them
 * @param timeout of one command
 * @param validation null when it says nothing of it
 */
public record RepoContract(
        @Nullable String image,
        @Nullable String dockerfile,
        Map<String, String> commands,
        Map<String, String> env,
        @Nullable List<Cache> caches,
        List<String> artifacts,
        @Nullable List<String> reports,
        Limits limits,
        @Nullable Duration timeout,
        @Nullable Network network,
        @Nullable ValidationSpec validation) {
    public static final String FILE = ".holdfast.yml";
    public static final RepoContract EMPTY =
            new RepoContract(null, null, Map.of(), Map.of(), null, List.of(), null, Limits.NONE, null, null, null);

    public RepoContract {
        commands = Map.copyOf(commands);
        env = Map.copyOf(env);
        artifacts = List.copyOf(artifacts);
    }

    public RepoContract withImage(String newImage) {
        return new RepoContract(
                newImage, null, commands, env, caches, artifacts, reports, limits, timeout, network, validation);
    }
}
