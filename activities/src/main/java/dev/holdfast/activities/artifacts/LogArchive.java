package dev.holdfast.activities.artifacts;

import dev.holdfast.activities.history.LogChunk;
import dev.holdfast.activities.history.LogPage;
import dev.holdfast.activities.history.LogStore;
import dev.holdfast.contract.TaskId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * The whole log of a task as one object, named by its task. The format (docs/log-format.md) is gzipped lines of JSON:
 * one that says what this is, one for each chunk in the order of arrival, and one that says how much it was.
 */
public final class LogArchive {
    private static final int PAGE_BYTES = 1 << 20;
    private static final int BUFFER = 64 * 1024;

    private final LogStore logs;
    private final NamedObjects objects;

    public LogArchive(LogStore logs, NamedObjects objects) {
        this.logs = logs;
        this.objects = objects;
    }

    private static String name(TaskId taskId) {
        return "logs/" + taskId.value() + ".ndjson.gz";
    }

    /**
     * Stores what the log store has of the task. Sealing again replaces the object.
     *
     * @param heartbeat called for each page that was read
     */
    public SealedLog seal(TaskId taskId, Runnable heartbeat) {
        LogLines.Total[] total = new LogLines.Total[1];
        try {
            BlobRef ref = objects.store(name(taskId), output -> total[0] = write(taskId, output, heartbeat));
            return new SealedLog(ref, total[0].chunks(), total[0].bytes());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible); // all that is read comes from the log store
        }
    }

    private LogLines.Total write(TaskId taskId, OutputStream output, Runnable heartbeat) throws IOException {
        // Not closed but finished: the stream is the storage's.
        GZIPOutputStream compressed = new GZIPOutputStream(output, BUFFER);
        LogLines.Total total = writeLines(taskId, compressed, heartbeat);
        compressed.finish();
        return total;
    }

    /** Writes the lines of the log as they are, from the log store. */
    public void export(TaskId taskId, OutputStream output) throws IOException {
        writeLines(taskId, output, () -> {});
    }

    /**
     * Reads what {@link #export} wrote, into chunks of another task perhaps.
     *
     * @param chunks takes the chunks of one step at a time, in the order of arrival
     */
    public static void load(InputStream lines, TaskId taskId, Consumer<List<LogChunk>> chunks) throws IOException {
        LogLines.Reading reading = new LogLines.Reading(taskId);
        BufferedReader reader = new BufferedReader(new InputStreamReader(lines, StandardCharsets.UTF_8));
        List<LogChunk> together = new ArrayList<>();
        long bytes = 0;
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            Optional<LogChunk> read = reading.take(line);
            if (read.isEmpty()) {
                continue;
            }
            LogChunk chunk = read.get();
            boolean another =
                    !together.isEmpty() && !together.getLast().stepKey().equals(chunk.stepKey());
            if (another || bytes > PAGE_BYTES) {
                chunks.accept(together);
                together = new ArrayList<>();
                bytes = 0;
            }
            together.add(chunk);
            bytes += chunk.bytes().length;
        }
        reading.requireWhole();
        chunks.accept(together);
    }

    private LogLines.Total writeLines(TaskId taskId, OutputStream output, Runnable heartbeat) throws IOException {
        output.write(LogLines.head(taskId));
        long chunks = 0;
        long bytes = 0;
        LogPage page = new LogPage(List.of(), 0, false);
        while (!page.last()) {
            page = logs.read(taskId, page.cursor(), PAGE_BYTES);
            for (LogChunk chunk : page.chunks()) {
                output.write(LogLines.line(chunk));
                chunks++;
                bytes += chunk.bytes().length;
            }
            heartbeat.run();
        }
        LogLines.Total total = new LogLines.Total(chunks, bytes);
        output.write(LogLines.foot(total));
        return total;
    }

    /**
     * Hands over every chunk in the order of arrival.
     *
     * @return false when the log of this task was never sealed
     */
    public boolean read(TaskId taskId, Consumer<LogChunk> chunks) {
        Optional<InputStream> stored = objects.open(name(taskId));
        if (stored.isEmpty()) {
            return false;
        }
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(stored.get(), BUFFER), StandardCharsets.UTF_8))) {
            LogLines.Reading reading = new LogLines.Reading(taskId);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                reading.take(line).ifPresent(chunks);
            }
            reading.requireWhole();
            return true;
        } catch (IOException broken) {
            throw LogLines.damaged(taskId, broken);
        }
    }

    /** The object as it is stored. */
    public Optional<InputStream> open(TaskId taskId) {
        return objects.open(name(taskId));
    }

    /** Gone is success. */
    public void remove(TaskId taskId) {
        objects.remove(name(taskId));
    }
}
