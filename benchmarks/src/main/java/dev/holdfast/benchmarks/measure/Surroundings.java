package dev.holdfast.benchmarks.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.stream.Stream;

/**
 * Where and when a run took place: without it no figure means anything.
 *
 * @param loadBefore the kernel's load averages over 1, 5 and 15 minutes
 */
public record Surroundings(
        Instant at,
        String processor,
        int cores,
        long memoryMegabytes,
        String kernel,
        String java,
        String engine,
        String image,
        String loadBefore,
        String loadAfter) {

    public static Surroundings now(String engine, String image) {
        return new Surroundings(
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                field(Path.of("/proc/cpuinfo"), "model name"),
                Runtime.getRuntime().availableProcessors(),
                megabytes(field(Path.of("/proc/meminfo"), "MemTotal")),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                Runtime.version().toString(),
                engine,
                image,
                load(),
                "");
    }

    public Surroundings after() {
        return new Surroundings(at, processor, cores, memoryMegabytes, kernel, java, engine, image, loadBefore, load());
    }

    private static String load() {
        try {
            String[] words = Files.readString(Path.of("/proc/loadavg")).split(" ", -1);
            return words[0] + " " + words[1] + " " + words[2];
        } catch (IOException unknown) {
            return "unknown";
        }
    }

    private static long megabytes(String kilobytes) {
        String digits = kilobytes.replaceAll("[^0-9]", "");
        return digits.isEmpty() ? 0 : Long.parseLong(digits) / 1024;
    }

    private static String field(Path file, String name) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException unknown) {
            return "unknown";
        }
    }
}
