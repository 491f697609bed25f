package dev.holdfast.benchmarks.rivals;

import dev.holdfast.activities.sandbox.container.ContainerProvider;
import dev.holdfast.contract.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The docker command, as people type it and with options that come close to what our sandboxes have. */
public final class DockerCli implements AutoCloseable {
    private static final String LABEL = "dev.holdfast.bench";

    private final String image;
    private final String run;
    private final Path seccomp;

    /** @param run marks all containers of this run, so that nothing else is ever removed */
    public DockerCli(String image, String run, Path directory) throws IOException {
        this.image = image;
        this.run = run;
        this.seccomp = directory.resolve("seccomp.json");
        try (InputStream profile = ContainerProvider.class.getResourceAsStream("seccomp.json")) {
            Files.copy(Objects.requireNonNull(profile, "seccomp.json"), seccomp);
        }
    }

    public String version() throws IOException {
        return Program.run(List.of(
                        "docker",
                        "info",
                        "--format",
                        "Docker {{.ServerVersion}}, {{.DefaultRuntime}}, {{.Driver}}, cgroup v{{.CgroupVersion}}"))
                .strip();
    }

    /** As people type it. */
    public List<String> run(List<String> command) {
        return run(List.of(), command);
    }

    public List<String> runWithoutNetwork(List<String> command) {
        return run(List.of("--network", "none"), command);
    }

    /** With the same limits and hardening as a sandbox of ours. */
    public List<String> runMatched(List<String> command) {
        return run(matched("none"), command);
    }

    /** The same in a network namespace that is there already; it is shared with whoever else joins it. */
    public List<String> runMatchedJoining(String holder, List<String> command) {
        return run(matched("container:" + holder), command);
    }

    public List<String> exec(String container, List<String> command) {
        return joined(List.of("docker", "exec", container), command);
    }

    /** A container that only waits. */
    public String startIdle() throws IOException {
        return start(List.of("--network", "none", "--init"), List.of("sleep", "infinity"));
    }

    public String start(List<String> options, List<String> command) throws IOException {
        List<String> whole = new ArrayList<>(List.of("docker", "run", "-d", "--label", LABEL + "=" + run));
        whole.addAll(options);
        whole.add(image);
        whole.addAll(command);
        return Program.run(whole).strip();
    }

    public void remove(String container) throws IOException {
        Program.run(List.of("docker", "rm", "-f", "-v", container));
    }

    private List<String> run(List<String> options, List<String> command) {
        List<String> whole = new ArrayList<>(List.of("docker", "run", "--rm", "--label", LABEL + "=" + run));
        whole.addAll(options);
        whole.add(image);
        whole.addAll(command);
        return whole;
    }

    private List<String> matched(String network) {
        Limits limits = Limits.DEFAULTS;
        long memory = Objects.requireNonNull(limits.memory()).bytes();
        long temporary = Objects.requireNonNull(limits.tmp()).bytes();
        return List.of(
                "--network=" + network,
                "--cap-drop=ALL",
                "--security-opt=no-new-privileges",
                "--security-opt=seccomp=" + seccomp,
                "--read-only",
                "--ipc=private",
                "--user=1000:1000",
                "--log-driver=none",
                "--memory=" + memory,
                "--memory-swap=" + memory,
                "--cpus=" + limits.cpus(),
                "--pids-limit=" + limits.pids(),
                "--ulimit=nofile=" + limits.openFiles() + ":" + limits.openFiles(),
                "--ulimit=core=0:0",
                "--shm-size=64m",
                "--tmpfs=/tmp:rw,exec,nosuid,nodev,mode=1777,size=" + temporary);
    }

    private static List<String> joined(List<String> first, List<String> rest) {
        List<String> whole = new ArrayList<>(first);
        whole.addAll(rest);
        return whole;
    }

    /** Removes every container of this run that is left. */
    @Override
    public void close() throws IOException {
        String left = Program.run(List.of("docker", "ps", "-aq", "--filter", "label=" + LABEL + "=" + run));
        for (String container : left.lines().toList()) {
            remove(container);
        }
    }
}
