package dev.holdfast.benchmarks.groups;

import dev.holdfast.activities.sandbox.GetRequest;
import dev.holdfast.activities.sandbox.PutRequest;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.benchmarks.measure.Contender;
import dev.holdfast.benchmarks.measure.Group;
import dev.holdfast.benchmarks.rivals.DockerCli;
import dev.holdfast.benchmarks.rivals.Program;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Files into a sandbox and out of it, as tar streams on both sides. */
final class FileGroup implements Group {
    private static final int FILES = 1000;
    private static final int SMALL = 10_000;
    private static final int LARGE = 64_000_000;
    private static final String PLACE = "/tmp";

    private final Ground ground;
    private final DockerCli docker;
    private final String container;
    private final SandboxHandle handle;
    private final Supervisor supervisor;
    private final Path many;
    private final Path one;

    FileGroup(Ground ground) throws Exception {
        this.ground = ground;
        this.docker = ground.docker();
        Path scratch = ground.scratch("files");
        this.many = SampleTar.of(scratch.resolve("many.tar"), "many", FILES, SMALL);
        this.one = SampleTar.of(scratch.resolve("one.tar"), "one", 1, LARGE);
        this.container = docker.startIdle();
        this.handle = ground.sandboxes().start();
        this.supervisor = ground.sandboxes().provider().connect(handle);
        for (Path tar : List.of(many, one)) {
            put(tar);
            copyIn(tar);
        }
        ground.sandboxes().settle();
    }

    @Override
    public String title() {
        return "Files in and out (1,000 files of 10 KB; one of 64 MB)";
    }

    @Override
    public List<Contender> contenders() {
        return List.of(
                Contender.timed("docker-cp-in-many", "1,000 files in: docker cp", () -> copyIn(many)),
                Contender.timed("put-many", "1,000 files in: Holdfast", () -> put(many))
                        .against("docker-cp-in-many"),
                Contender.timed("docker-cp-out-many", "1,000 files out: docker cp", () -> copyOut("many")),
                Contender.timed("get-many", "1,000 files out: Holdfast", () -> get("many", FILES))
                        .against("docker-cp-out-many"),
                Contender.timed("docker-cp-in-one", "64 MB in: docker cp", () -> copyIn(one)),
                Contender.timed("put-one", "64 MB in: Holdfast", () -> put(one)).against("docker-cp-in-one"),
                Contender.timed("docker-cp-out-one", "64 MB out: docker cp", () -> copyOut("one")),
                Contender.timed("get-one", "64 MB out: Holdfast", () -> get("one", 1))
                        .against("docker-cp-out-one"));
    }

    private void copyIn(Path tar) throws IOException {
        Program.run(List.of("docker", "cp", "-", container + ":" + PLACE), tar);
    }

    private void copyOut(String name) throws IOException {
        Program.count(List.of("docker", "cp", container + ":" + PLACE + "/" + name, "-"));
    }

    private void put(Path tar) {
        supervisor.put(new PutRequest(".", 0, 0), out -> {
            try (InputStream in = Files.newInputStream(tar)) {
                in.transferTo(out);
            }
        });
    }

    private void get(String name, long files) throws IOException {
        long got = supervisor
                .get(
                        new GetRequest(name, List.of(), List.of(), 0, 0, 0),
                        tar -> tar.transferTo(OutputStream.nullOutputStream()))
                .files();
        if (got != files) {
            throw new IOException(got + " files arrived of " + files);
        }
    }

    @Override
    public void close() throws IOException {
        supervisor.close();
        ground.sandboxes().provider().destroy(handle.id());
        docker.remove(container);
    }
}
