package dev.holdfast.benchmarks.groups;

import dev.holdfast.activities.artifacts.ArtifactStorage;
import dev.holdfast.benchmarks.measure.Contender;
import dev.holdfast.benchmarks.measure.Group;
import dev.holdfast.benchmarks.rivals.DockerCli;
import dev.holdfast.benchmarks.rivals.Program;
import dev.holdfast.benchmarks.stack.OwnStack;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskState;
import dev.holdfast.contract.Transition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Ten thousand files, 2 GB of them, from a sandbox into S3. */
final class CollectGroup implements Group {
    private static final int FILES = 10_000;
    private static final int BYTES = 200_000;
    private static final int UPLOADS = 8;

    private final DockerCli docker;
    private final OwnStack stack;
    private final Path scratch;
    private final String container;

    CollectGroup(Ground ground) throws Exception {
        this.docker = ground.docker();
        this.stack = ground.stack(Ground.Stack.COLD);
        this.scratch = ground.scratch("collect");
        this.container = docker.startIdle();
        ground.say("writing " + FILES + " files into a container");
        Program.run(docker.exec(container, List.of("sh", "-c", "cd /tmp; " + writer())));
    }

    @Override
    public String title() {
        return "10,000 files, 2 GB, from a sandbox to S3";
    }

    @Override
    public List<Contender> contenders() {
        return List.of(
                Contender.timed("docker-cp-s3", "docker cp, then each file to S3, 8 at once", this::copy),
                Contender.milliseconds("collect", "Holdfast: collected by a task, each with its SHA-256", this::collect)
                        .against("docker-cp-s3"));
    }

    @Override
    public int rounds(int asked) {
        return Math.clamp(asked / 10, 1, 3);
    }

    /** Other bytes in every file and every round, so that nothing is stored already. */
    private static String writer() {
        return "mkdir -p out; head -c " + (long) FILES * BYTES + " /dev/urandom | split -a 4 -b " + BYTES + " - out/f";
    }

    private void copy() throws Exception {
        Path copied = Files.createTempDirectory(scratch, "copy");
        Program.run(List.of("docker", "cp", container + ":/tmp/out", copied.toString()));
        try (ArtifactStorage storage = stack.storage();
                Stream<Path> files = Files.list(copied.resolve("out"))) {
            List<Path> all = files.toList();
            AtomicInteger next = new AtomicInteger();
            new Crowd(UPLOADS).rate(all.size(), () -> upload(storage, all.get(next.getAndIncrement())));
        }
        Program.run(List.of("rm", "-rf", "--", copied.toString()));
    }

    private static void upload(ArtifactStorage storage, Path file) throws IOException {
        storage.objects().store(UUID.randomUUID().toString(), out -> Files.copy(file, out));
    }

    private double collect() throws IOException {
        TaskResult result = stack.client().submit(spec()).await();
        if (result.state() != TaskState.SUCCEEDED || result.artifactCount() != FILES) {
            throw new IOException("the task ended as " + result.state().json() + " with " + result.artifactCount()
                    + " artifacts: " + result.reason() + " " + result.warnings());
        }
        Instant from = entered(result, TaskState.COLLECTING);
        return Duration.between(from, entered(result, TaskState.RELEASING)).toMillis();
    }

    private static Instant entered(TaskResult result, TaskState state) throws IOException {
        return result.transitions().stream()
                .filter(change -> change.state() == state)
                .map(Transition::at)
                .findFirst()
                .orElseThrow(() -> new IOException("the task never was " + state.json()));
    }

    private static TaskSpec spec() {
        return ContractJson.STRICT.readValue("""
                {"executor": "docker", "steps": [{"command": ["sh", "-c", "%s"]}], "limits": {"artifacts": "4g"},
                 "artifacts": {"include": ["out/**"], "maxFiles": %d}}
                """.formatted(writer(), 2 * FILES), TaskSpec.class);
    }

    @Override
    public void close() throws IOException {
        docker.remove(container);
    }
}
