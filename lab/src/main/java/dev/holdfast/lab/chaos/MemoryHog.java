package dev.holdfast.lab.chaos;

import java.util.ArrayList;
import java.util.List;

/** Runs inside a worker's JVM, where it takes all the memory there is. */
public final class MemoryHog {
    private static final int PIECE = 1024 * 1024;
    private static final List<byte[]> TAKEN = new ArrayList<>();

    private MemoryHog() {}

    /** What the JVM calls when the jar is loaded into it. */
    public static void agentmain(String ignored) {
        Thread hog = new Thread(MemoryHog::takeEverything, "memory hog");
        hog.setDaemon(true);
        hog.start();
    }

    private static void takeEverything() {
        while (true) {
            TAKEN.add(new byte[PIECE]);
        }
    }
}
