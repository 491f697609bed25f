package dev.holdfast.devstack;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One process of the stack, and nothing but what is particular to it: starting, watching and stopping are the same for all.
 */
interface Part {
    String name();

    /** What it is, for people. Asked after {@link #prepare}. */
    String title();

    /** Where its users find it. */
    String address();

    /** The parts that must be ready before this one starts. */
    Set<String> needs();

    /** The ports that it listens on. */
    List<PortName> ports();

    /** Does what is needed before a start and says how to start. May take minutes on a new machine; can be repeated. */
    Launch prepare(Progress progress) throws IOException, InterruptedException;

    /** Asks the running part itself, and answers quickly. */
    boolean isReady();

    /** What a reader of the status should know. Asked after {@link #prepare}. */
    default @Nullable String note() {
        return null;
    }
}
