package dev.holdfast.activities.sandbox.home;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What root may do on this host: in virtual machines and nested containers it can be less than usual. */
public final class HostCapabilities {
    private static final int SYS_RESOURCE = 24;

    private HostCapabilities() {}

    /** Whether a process can be made less likely to be killed when memory runs out. */
    public static boolean mayLowerOomScore() {
        try (var lines = Files.lines(Path.of("/proc/1/status"), StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.startsWith("CapBnd:"))
                    .mapToLong(line -> Long.parseUnsignedLong(
                            line.substring("CapBnd:".length()).strip(), 16))
                    .anyMatch(bounds -> (bounds >> SYS_RESOURCE & 1) == 1);
        } catch (IOException unknown) {
            return false;
        }
    }
}
