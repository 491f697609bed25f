package dev.holdfast.activities.artifacts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.activities.artifacts.s3.MinioServer;
import dev.holdfast.activities.artifacts.s3.S3Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Much more than fits into the heap is collected from a real sandbox into a real MinIO, in a JVM of its own. With
 * {@code -Dsurefire.extraArgLine="-Dholdfast.collect=10000,200000,0 -Dholdfast.collect.heap=256m"} it measures any other
 * amount: so many files of so many bytes, and one of that size.
 */
class FlatMemoryTest {
    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void collectingTakesAFixedAmountOfMemory() throws Exception {
        List<String> amounts = List.of(
                System.getProperty("holdfast.collect", "300,500000,100000000").split(","));
        String heap = System.getProperty("holdfast.collect.heap", "128m");
        String output = collect(amounts, heap);
        System.out.println(output);

        long expected = Long.parseLong(amounts.get(0)) + (amounts.get(2).equals("0") ? 0 : 1);
        assertThat(output.lines())
                .hasSize(2)
                .allMatch(line -> line.contains("complete=" + expected + " of=" + expected + " "));
    }

    private static String collect(List<String> amounts, String heap) throws Exception {
        Path home = Files.createTempDirectory(Files.createDirectories(Path.of("target", "sandboxes")), "c")
                .toAbsolutePath();
        try (S3Server server = MinioServer.start()) {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx" + heap,
                    "-XX:+ExitOnOutOfMemoryError",
                    "--enable-native-access=ALL-UNNAMED",
                    "-Dholdfast.root=" + System.getProperty("holdfast.root"),
                    "-cp",
                    System.getProperty("java.class.path"),
                    CollectionProgram.class.getName(),
                    server.endpoint().toString(),
                    "collection",
                    home.toString()));
            command.addAll(amounts);
            Process program = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try {
                String output = new String(program.getInputStream().readAllBytes(), UTF_8);
                assertThat(program.waitFor()).as(output).isZero();
                return output;
            } finally {
                program.destroyForcibly();
            }
        } finally {
            deleteAll(home);
        }
    }

    private static void deleteAll(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
