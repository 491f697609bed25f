package dev.holdfast.benchmarks.groups;

import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.SandboxUsage;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.benchmarks.measure.Contender;
import dev.holdfast.benchmarks.measure.Goal;
import dev.holdfast.benchmarks.measure.Group;
import dev.holdfast.benchmarks.measure.Unit;
import dev.holdfast.benchmarks.stack.OwnSandboxes;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** What a sandbox that only waits takes of the machine's memory; each round looks at another one. */
final class MemoryGroup implements Group {
    private static final double MEGABYTE = 1e6;
    private static final int SANDBOXES = 5;

    private final OwnSandboxes sandboxes;
    private final Deque<SandboxHandle> idle = new ArrayDeque<>();

    MemoryGroup(Ground ground) throws Exception {
        this.sandboxes = ground.sandboxes();
        for (int i = 0; i < SANDBOXES; i++) {
            idle.add(sandboxes.start());
        }
        sandboxes.settle();
    }

    @Override
    public String title() {
        return "Memory of an idle sandbox";
    }

    @Override
    public List<Contender> contenders() {
        return List.of(
                Contender.of("idle-supervisor", "Holdfast: the supervisor, resident", Unit.MEGABYTES, this::supervisor),
                Contender.of("idle-sandbox", "Holdfast: the whole control group", Unit.MEGABYTES, this::controlGroup));
    }

    @Override
    public List<Goal> goals() {
        return List.of(Goal.atMost("idle-supervisor", 8, "an idle supervisor has at most 8 MB resident"));
    }

    private double supervisor() throws IOException {
        return megabytes(usage().initRssBytes());
    }

    private double controlGroup() throws IOException {
        return megabytes(usage().memoryBytes());
    }

    private SandboxUsage usage() {
        SandboxHandle next = idle.removeFirst();
        idle.addLast(next);
        try (Supervisor supervisor = sandboxes.provider().connect(next)) {
            return supervisor.usage();
        }
    }

    private static double megabytes(@org.jspecify.annotations.Nullable Long bytes) throws IOException {
        if (bytes == null) {
            throw new IOException("the sandbox cannot tell its memory here");
        }
        return bytes / MEGABYTE;
    }

    @Override
    public void close() {
        idle.forEach(handle -> sandboxes.provider().destroy(handle.id()));
    }
}
