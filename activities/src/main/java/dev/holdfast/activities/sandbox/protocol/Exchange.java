package dev.holdfast.activities.sandbox.protocol;

import dev.holdfast.activities.sandbox.LogRead;
import dev.holdfast.activities.sandbox.LogSink;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** One request and all that belongs to it, on one connection. */
final class Exchange {
    private final Connection connection;
    private final Watchdog watchdog;
    private boolean answered;

    Exchange(Connection connection, Watchdog watchdog) {
        this.connection = connection;
        this.watchdog = watchdog;
    }

    /** The other side has said something, so it has seen the request. */
    boolean answered() {
        return answered;
    }

    void request(byte[] json) throws IOException {
        watchdog.waiting();
        connection.sendJson(json);
        watchdog.heard();
    }

    <T> T answer(Class<T> type) throws IOException {
        return switch (receive()) {
            case Frame.Json json -> Messages.answer(json.text(), type);
            case Frame frame -> throw unexpected(frame);
        };
    }

    LogRead log(LogSink sink) throws IOException {
        while (true) {
            switch (receive()) {
                case Frame.Log log -> handOver(() -> sink.bytes(log.offset(), log.stream(), log.at(), log.bytes()));
                case Frame.Gap gap -> handOver(() -> sink.gap(gap.from(), gap.to()));
                case Frame.End end -> {
                    return Messages.end(end.text(), LogRead.class);
                }
                case Frame frame -> throw unexpected(frame);
            }
        }
    }

    /** Data frames as a stream that ends where the end frame is. */
    TarInput incoming() {
        return new TarInput(this);
    }

    OutputStream outgoing() {
        return new DataOutput(connection, watchdog);
    }

    void send(InputStream input) throws IOException {
        try (OutputStream data = outgoing()) {
            CallerStreams.copy(input, data);
        }
    }

    void end() throws IOException {
        watchdog.waiting();
        connection.sendEnd();
        watchdog.heard();
    }

    Frame receive() throws IOException {
        watchdog.waiting();
        Frame frame = connection.receive();
        answered = true;
        watchdog.heard();
        return frame;
    }

    private static void handOver(Runnable piece) {
        try {
            piece.run();
        } catch (RuntimeException failed) {
            throw new CallerStreams.Failure(failed);
        }
    }

    static ProtocolViolation unexpected(Frame frame) {
        return new ProtocolViolation("a " + frame.getClass().getSimpleName() + " frame is out of place here");
    }
}
