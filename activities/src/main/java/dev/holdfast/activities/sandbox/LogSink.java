package dev.holdfast.activities.sandbox;

import java.time.Instant;

/** Receives pieces of a step's log, in order. */
public interface LogSink {
    LogSink IGNORE = new LogSink() {
        @Override
        public void bytes(long offset, Stream stream, Instant at, byte[] bytes) {}

        @Override
        public void gap(long from, long to) {}
    };

    void bytes(long offset, Stream stream, Instant at, byte[] bytes);

    /** The output cap dropped what lies between. */
    void gap(long from, long to);

    /** Where bytes came from. */
    enum Stream {
        STDOUT,
        STDERR,
        PTY
    }
}
