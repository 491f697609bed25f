package dev.holdfast.activities.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The program that runs inside a sandbox and does its work (docs/protocol.md). Calls block; use virtual threads.
 * Connections are pooled, so one client may be shared by many threads. Interrupting a caller never harms a step.
 */
public interface Supervisor extends AutoCloseable {
    Hello hello();

    /** Starts the step, or attaches when its key is known, and waits that long for its end. */
    StepRecord start(StepStart step, Duration wait);

    /** The same, and hands over the first {@code readBytes} of its log in the same round trip. */
    Started start(StepStart step, Duration wait, long readBytes, LogSink sink);

    /** The step as it is when it has ended or the time is over. */
    StepRecord await(String step, Duration wait);

    /** Reads the log from an offset on; waits up to {@code wait} for at least one byte or the end. */
    LogRead readLog(String step, long offset, long maxBytes, Duration wait, LogSink sink);

    /** Feeds the step's standard input; {@code offset} counts from its beginning, so that a retry does not write twice. */
    long stdin(String step, long offset, InputStream input, boolean endOfFile);

    /** @param signal a name such as {@code INT} */
    void signal(String step, String signal);

    void resize(String step, int rows, int columns);

    /** TERM, grace, KILL of all the step left; answers when it is gone. */
    StepRecord stop(String step, Duration grace, StopReason reason);

    /** Unpacks a tar stream at a path, as the task's user. */
    PutReport put(PutRequest request, TarSource tar);

    /** Packs files as the task's user; {@code reader} sees a tar stream and need not read to its end. */
    GetReport get(GetRequest request, TarReader reader);

    /** @param after the last path of the page before, or null */
    Listing list(String path, boolean recursive, int limit, @Nullable String after);

    FileEntry stat(String path);

    SandboxUsage usage();

    /** Puts the dead man's switch off by that long. */
    void lease(Duration time);

    /**
     * Kills every process, empties the paths and whatever else is writable, and checks it; refused while a step runs. When
     * all is clean the supervisor listens at another socket and this client is not heard any more.
     */
    RecycleReport recycle(List<String> paths);

    /** Ends all steps, then the supervisor. */
    void shutdown(Duration grace);

    @Override
    void close();

    /** A step just started, or attached to, with the beginning of its log. */
    record Started(StepRecord step, LogRead log) {}

    /** Why a step is stopped. */
    enum StopReason {
        CANCELLED,
        TIMED_OUT
    }

    /** Writes a tar archive. */
    @FunctionalInterface
    interface TarSource {
        void writeTo(OutputStream tar) throws IOException;

        static TarSource of(InputStream tar) {
            return tar::transferTo;
        }
    }

    /** Reads a tar archive. */
    @FunctionalInterface
    interface TarReader {
        void read(InputStream tar) throws IOException;

        static TarReader to(OutputStream copy) {
            return tar -> tar.transferTo(copy);
        }
    }
}
