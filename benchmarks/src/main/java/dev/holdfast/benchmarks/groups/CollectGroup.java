package dev.holdfast.benchmarks.groups;

import dev.holdfast.benchmarks.measure.Contender;
import dev.holdfast.benchmarks.measure.Goal;
import dev.holdfast.benchmarks.measure.Group;
import dev.holdfast.benchmarks.measure.Trial;
import dev.holdfast.benchmarks.measure.Unit;
import dev.holdfast.benchmarks.rivals.DockerCli;
import dev.holdfast.benchmarks.rivals.Program;
import dev.holdfast.benchmarks.rivals.S3Cli;
import dev.holdfast.benchmarks.stack.MinioServer;
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

/** Ten thousand files, 2 GB of them, from a sandbox into S3, by a worker with little memory. */
final class CollectGroup implements Group {
    private static final int FILES = 10_000;
    private static final int BYTES = 200_000;
    private static final double MEGABYTES = FILES * (BYTES / 1e6);

    private final DockerCli docker;
    private final S3Cli s3;
    private final OwnStack stack;
    private final Path scratch;
    private final String container;

    CollectGroup(Ground ground) throws Exception {
        String program = ground.script("ensure-s5cmd");
        this.docker = ground.docker();
        MinioServer minio = ground.minio();
        this.stack = ground.small(minio);
        this.s3 = new S3Cli(program, minio.bucket("bench"));
        s3.makeBucket();
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
                Contender.of(
                        "docker-cp-s3",
                        "docker cp, then s5cmd cp, 256 files at once",
                        Unit.MEGABYTES_PER_SECOND,
                        this::copy),
                Contender.of(
                                "collect",
                                "Holdfast: collected by a task, each file with its SHA-256",
                                Unit.MEGABYTES_PER_SECOND,
                                this::collect)
                        .against("docker-cp-s3"));
    }

    @Override
    public List<Goal> goals() {
        return List.of(
                Goal.timesAtLeast("collect", "docker-cp-s3", 1, "not slower than docker cp and an S3 command line"));
    }

    @Override
    public List<String> notes() {
        return List.of(
                "The worker has a heap of " + Ground.HEAP_MB + " MB (-Xmx): with more in use it would have failed.",
                "Both store into the same MinIO server.");
    }

    @Override
    public int rounds(int asked) {
        return Math.clamp(asked / 10, 1, 3);
    }

    /** Other bytes in every file and every round, so that nothing is stored already. */
    private static String writer() {
        return "mkdir -p out; head -c " + (long) FILES * BYTES + " /dev/urandom | split -a 4 -b " + BYTES + " - out/f";
    }

    private double copy() throws Exception {
        Path copied = Files.createTempDirectory(scratch, "copy");
        String prefix = copied.getFileName().toString();
        double milliseconds = Trial.milliseconds(() -> {
            Program.run(List.of("docker", "cp", container + ":/tmp/out", copied.toString()));
            s3.copy(copied.resolve("out"), prefix);
        });
        s3.remove(prefix);
        Program.run(List.of("rm", "-rf", "--", copied.toString()));
        return MEGABYTES / (milliseconds / 1000);
    }

    private double collect() throws IOException {
        TaskResult result = stack.client().submit(spec()).await();
        if (result.state() != TaskState.SUCCEEDED || result.artifactCount() != FILES) {
            throw new IOException("the task ended as " + result.state().json() + " with " + result.artifactCount()
                    + " artifacts: " + result.reason() + " " + result.warnings());
        }
        Instant from = entered(result, TaskState.COLLECTING);
        Duration took = Duration.between(from, entered(result, TaskState.RELEASING));
        return MEGABYTES / (took.toMillis() / 1000.0);
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
