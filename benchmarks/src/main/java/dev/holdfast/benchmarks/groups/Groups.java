package dev.holdfast.benchmarks.groups;

import dev.holdfast.benchmarks.measure.Group;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** All groups by name, in the order in which they are measured. */
public enum Groups {
    STEP,
    START,
    MEMORY,
    LOGS,
    FILES,
    HEAP,
    TASKS,
    RATES,
    /** Takes minutes and gigabytes. */
    COLLECT,
    /** Takes minutes and gigabytes. */
    HISTORY;

    public Group open(Ground ground) throws Exception {
        return switch (this) {
            case STEP -> new StepGroup(ground);
            case START -> new StartGroup(ground);
            case MEMORY -> new MemoryGroup(ground);
            case LOGS -> new LogGroup(ground);
            case FILES -> new FileGroup(ground);
            case HEAP -> new HeapGroup(ground);
            case TASKS -> new TaskGroup(ground);
            case RATES -> new ThroughputGroup(ground);
            case COLLECT -> new CollectGroup(ground);
            case HISTORY -> new HistoryGroup(ground);
        };
    }

    /** Whether it is measured only when it is asked for by name. */
    public boolean heavy() {
        return this == COLLECT || this == HISTORY;
    }

    /** The word on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Groups> named(String word) {
        return Arrays.stream(values())
                .filter(group -> group.word().equals(word))
                .findFirst();
    }

    public static List<String> words() {
        return Arrays.stream(values()).map(Groups::word).toList();
    }
}
