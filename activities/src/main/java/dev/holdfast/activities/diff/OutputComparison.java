package dev.holdfast.activities.diff;

import dev.holdfast.activities.history.LogChunk;
import dev.holdfast.activities.history.LogPage;
import dev.holdfast.activities.history.LogStore;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.rest.TaskDiff;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What the steps wrote. */
final class OutputComparison {
    private static final int PAGE = 1 << 20;

    private final LogStore logs;

    OutputComparison(LogStore logs) {
        this.logs = logs;
    }

    private record Key(String step, String stream) {}

    List<TaskDiff.Output> compare(TaskId base, TaskId other) {
        Map<Key, WrittenText> before = read(base);
        Map<Key, WrittenText> after = read(other);
        Set<Key> keys = new LinkedHashSet<>(before.keySet());
        keys.addAll(after.keySet());
        List<TaskDiff.Output> differences = new ArrayList<>();
        for (Key key : keys) {
            WrittenText one = before.getOrDefault(key, new WrittenText());
            List<String> text = one.differenceTo(after.getOrDefault(key, new WrittenText()));
            if (!text.isEmpty()) {
                differences.add(new TaskDiff.Output(key.step(), key.stream(), text));
            }
        }
        return differences;
    }

    private Map<Key, WrittenText> read(TaskId taskId) {
        Map<Key, WrittenText> streams = new LinkedHashMap<>();
        for (LogPage page = logs.read(taskId, 0, PAGE);
                !page.chunks().isEmpty();
                page = logs.read(taskId, page.cursor(), PAGE)) {
            page.chunks().forEach(chunk -> add(streams, chunk));
        }
        streams.values().forEach(WrittenText::end);
        return streams;
    }

    private static void add(Map<Key, WrittenText> streams, LogChunk chunk) {
        if (chunk.stream() != LogChunk.Stream.GAP) {
            Key key = new Key(chunk.step(), chunk.stream().name().toLowerCase(Locale.ROOT));
            streams.computeIfAbsent(key, each -> new WrittenText()).add(chunk.bytes());
        }
    }
}
