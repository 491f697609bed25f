package dev.holdfast.cli.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether a stream of this process is a terminal. */
public final class Terminal {
    private static final int STDIN = 0;
    private static final int STDOUT = 1;
    private static final int STDERR = 2;

    private Terminal() {}

    public static boolean isStdin() {
        return isTerminal(STDIN);
    }

    public static boolean isStdout() {
        return isTerminal(STDOUT);
    }

    public static boolean isStderr() {
        return isTerminal(STDERR);
    }

    /** NO_COLOR with any value means none, see no-color.org. */
    public static boolean coloursAreWanted() {
        return System.getenv().getOrDefault("NO_COLOR", "").isEmpty();
    }

    /** The JVM only knows about all streams together, so the system is asked; where it cannot be, none is assumed. */
    private static boolean isTerminal(int descriptor) {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException noSuchFile) {
            return false;
        }
    }
}
