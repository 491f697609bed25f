package dev.holdfast.benchmarks.rivals;

import java.io.IOException;
import java.util.List;

/**
 * What a process costs without anything around it. Forked by a shell many times over: a JVM's own way to start one takes
 * longer, and would make us look better than we are.
 */
public final class BareProcess {
    private static final int TIMES = 20;

    private BareProcess() {}

    /** The average of some, in milliseconds, less what the shell around them takes. */
    public static double milliseconds() throws IOException {
        long empty = nanoseconds(":");
        long full = nanoseconds("/bin/sh -c 'echo hi' > /dev/null");
        return Math.max(0, full - empty) / 1e6 / TIMES;
    }

    private static long nanoseconds(String body) throws IOException {
        String loop = "i=0; while [ $i -lt " + TIMES + " ]; do i=$((i+1)); " + body + "; done";
        long begun = System.nanoTime();
        Program.run(List.of("/bin/sh", "-c", loop));
        return System.nanoTime() - begun;
    }
}
