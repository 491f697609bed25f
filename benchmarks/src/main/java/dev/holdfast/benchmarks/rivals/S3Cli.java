package dev.holdfast.benchmarks.rivals;

import dev.holdfast.activities.artifacts.S3Config;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** s5cmd, an S3 command line that sends many files at once. */
public final class S3Cli {
    private final String program;
    private final S3Config service;

    /** @param program its path */
    public S3Cli(String program, S3Config service) {
        this.program = program;
        this.service = service;
    }

    public void makeBucket() throws IOException {
        run("mb", bucket());
    }

    /** Copies all files of a directory, each to an object of its own. */
    public void copy(Path directory, String prefix) throws IOException {
        run("cp", directory + "/", bucket() + "/" + prefix + "/");
    }

    public void remove(String prefix) throws IOException {
        run("rm", bucket() + "/" + prefix + "/*");
    }

    private String bucket() {
        return "s3://" + service.bucket();
    }

    private void run(String verb, String... arguments) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(program, "--endpoint-url", service.endpoint(), "--log", "error", verb));
        command.addAll(List.of(arguments));
        Program.run(
                command,
                Map.of(
                        "AWS_ACCESS_KEY_ID", service.accessKey(),
                        "AWS_SECRET_ACCESS_KEY", service.secretKey(),
                        "AWS_REGION", String.valueOf(service.region())));
    }
}
