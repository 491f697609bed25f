package dev.holdfast.worker;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this machine has. */
final class Machine {
    private Machine() {}

    static int processors() {
        return Runtime.getRuntime().availableProcessors();
    }

    static long memory() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    }

    static long freeDisk(Path home) {
        try {
            Files.createDirectories(home);
            return Files.getFileStore(home).getUsableSpace();
        } catch (IOException e) {
            throw new UncheckedIOException("the free space of " + home + " is not known: " + e.getMessage(), e);
        }
    }
}
