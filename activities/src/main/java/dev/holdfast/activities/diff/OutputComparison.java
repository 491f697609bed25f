package dev.holdfast.activities.diff;

import dev.holdfast.activities.history.LogChunk;
import dev.holdfast.activities.history.LogPage;
import dev.holdfast.activities.history.LogStore;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.rest.TaskDiff;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What the steps wrote. Of very long output the beginning is compared. */
final class OutputComparison {
    private static final int PAGE = 1 << 20;
    private static final int MOST_OF_A_STREAM = 4 << 20;

    private final LogStore logs;

    OutputComparison(LogStore logs) {
        this.logs = logs;
    }

    private record Key(String step, String stream) {}

    List<TaskDiff.Output> compare(TaskId base, TaskId other) {
        Map<Key, List<String>> before = read(base);
        Map<Key, List<String>> after = read(other);
        Set<Key> keys = new LinkedHashSet<>(before.keySet());
        keys.addAll(after.keySet());
        List<TaskDiff.Output> differences = new ArrayList<>();
        for (Key key : keys) {
            List<String> text = TextDiff.of(before.getOrDefault(key, List.of()), after.getOrDefault(key, List.of()));
            if (!text.isEmpty()) {
                differences.add(new TaskDiff.Output(key.step(), key.stream(), text));
            }
        }
        return differences;
    }

    private Map<Key, List<String>> read(TaskId taskId) {
        Map<Key, ByteArrayOutputStream> streams = new LinkedHashMap<>();
        for (LogPage page = logs.read(taskId, 0, PAGE);
                !page.chunks().isEmpty();
                page = logs.read(taskId, page.cursor(), PAGE)) {
            page.chunks().forEach(chunk -> add(streams, chunk));
        }
        Map<Key, List<String>> lines = new LinkedHashMap<>();
        streams.forEach((key, bytes) -> lines.put(
                key,
                bytes.toString(StandardCharsets.UTF_8)
                        .lines()
                        .map(Normalised::line)
                        .toList()));
        return lines;
    }

    private static void add(Map<Key, ByteArrayOutputStream> streams, LogChunk chunk) {
        if (chunk.stream() == LogChunk.Stream.GAP) {
            return;
        }
        Key key = new Key(chunk.step(), chunk.stream().name().toLowerCase(Locale.ROOT));
        ByteArrayOutputStream stream = streams.computeIfAbsent(key, each -> new ByteArrayOutputStream());
        int room = MOST_OF_A_STREAM - stream.size();
        stream.write(chunk.bytes(), 0, Math.min(room, chunk.bytes().length));
    }
}
