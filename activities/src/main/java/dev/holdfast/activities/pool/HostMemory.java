package dev.holdfast.activities.pool;

import dev.holdfast.contract.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How much memory the host has left. */
final class HostMemory {
    private static final String LINE = "MemAvailable:";

    private HostMemory() {}

    /** True as well where it cannot be learnt. */
    static boolean atLeast(DataSize wanted) {
        try {
            return Files.readAllLines(Path.of("/proc/meminfo")).stream()
                    .filter(line -> line.startsWith(LINE))
                    .map(line -> line.substring(LINE.length()).replace("kB", "").strip())
                    .allMatch(kibibytes -> Long.parseLong(kibibytes) * 1024 >= wanted.bytes());
        } catch (IOException unknown) {
            return true;
        }
    }
}
