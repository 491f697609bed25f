package dev.holdfast.devstack;

import dev.holdfast.devstack.control.ClassCache;
import dev.holdfast.devstack.control.JavaProgram;
import dev.holdfast.devstack.control.StackHome;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Starts one of our programs once after a build, up to the point where it would begin to work, so that the JVM keeps its
 * classes and every later start takes half as long. The program finds nobody to talk to and an empty directory.
 */
final class ProgramRehearsal {
    private static final int LIMIT_S = 120;
    private static final String NOBODY = "127.0.0.1:1";

    private final Path root;
    private final Progress progress;

    ProgramRehearsal(Path root, Progress progress) {
        this.root = root;
        this.progress = progress;
    }

    /** Without a cache everything works too, so a failure is told and forgotten until the next build. */
    void ensureCache(String program, String mainClass) throws IOException, InterruptedException {
        ClassCache cache = ClassCache.of(root, program);
        if (cache.isCurrent()) {
            return;
        }
        try (FileChannel channel =
                        FileChannel.open(cache.lockFile(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var lock = channel.lock()) {
            if (lock.isValid() && !cache.isCurrent()) {
                progress.line(program, "rehearsing its start (once after a build)");
                Path directory = Files.createTempDirectory("holdfast-rehearsal");
                try {
                    rehearse(program, mainClass, cache, directory);
                } finally {
                    PostgresFiles.delete(directory);
                }
            }
        }
    }

    private void rehearse(String program, String mainClass, ClassCache cache, Path directory)
            throws IOException, InterruptedException {
        Path made = directory.resolve("cache");
        List<String> options = new ArrayList<>(ProgramPart.shortHeaders());
        options.addAll(List.of(
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:ArchiveClassesAtExit=" + made,
                "-XX:ErrorFile=" + directory.resolve("error.log"),
                "-Dspring.context.exit=onRefresh"));
        ProcessBuilder builder = new ProcessBuilder(
                        JavaProgram.built(root, program, mainClass, options).command(directory.resolve("arguments")))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output.log").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("HOLDFAST_"));
        builder.environment().putAll(nobody(directory));
        Process process = builder.start();
        boolean ended = process.waitFor(LIMIT_S, TimeUnit.SECONDS);
        if (ended && process.exitValue() == 0 && Files.exists(made)) {
            cache.keep(made);
            return;
        }
        process.destroyForcibly();
        cache.giveUp();
        progress.line(
                program,
                "starts will be slower than they could be: "
                        + String.join(" ", LogTail.of(directory.resolve("output.log"), 1)));
    }

    private static Map<String, String> nobody(Path directory) {
        return Map.ofEntries(
                Map.entry(StackHome.VARIABLE, directory.resolve("home").toString()),
                Map.entry("HOLDFAST_SANDBOX", "local"),
                Map.entry("HOLDFAST_TEMPORAL_TARGET", NOBODY),
                Map.entry("HOLDFAST_POSTGRES_URL", "jdbc:postgresql://" + NOBODY + "/nobody"),
                Map.entry("HOLDFAST_POSTGRES_USER", "nobody"),
                Map.entry("HOLDFAST_POSTGRES_PASSWORD", "nobody"),
                Map.entry(S3Server.ENDPOINT, "http://" + NOBODY),
                Map.entry(S3Server.ACCESS_KEY, "nobody"),
                Map.entry(S3Server.SECRET_KEY, "nobody-at-all"),
                Map.entry(PortName.API.variable(), "0"),
                Map.entry(PortName.WORKER.variable(), "0"));
    }
}
