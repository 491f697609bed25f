package dev.holdfast.activities.artifacts.s3;

import java.time.Duration;

/**
 * How patient and how greedy the client is.
 *
 * @param attempts of one request, the first included
 * @param firstPause before the second attempt; doubles up to {@code longestPause}
 * @param silence how long a connection may carry nothing
 * @param request how long sending one part may take in all
 * @param serverWork how long the server may work on a copy or on joining parts
 * @param partBytes content that is larger is sent in parts of this size
 * @param buffers how many parts all uploads together may hold in memory
 * @param partsInFlight of one upload
 * @param refreshAfter content that was stored longer ago is stored anew when it is put again
 */
record S3Tuning(
        int attempts,
        Duration firstPause,
        Duration longestPause,
        Duration connect,
        Duration silence,
        Duration request,
        Duration serverWork,
        int partBytes,
        int buffers,
        int partsInFlight,
        Duration refreshAfter) {

    /** What S3 allows in one upload. */
    static final int MOST_PARTS = 10_000;

    static final S3Tuning STANDARD = new S3Tuning(
            5,
            Duration.ofMillis(200),
            Duration.ofSeconds(5),
            Duration.ofSeconds(5),
            Duration.ofSeconds(20),
            Duration.ofMinutes(2),
            Duration.ofMinutes(10),
            8 << 20,
            8,
            3,
            Duration.ofHours(12));

    Duration pauseAfter(int attempt) {
        Duration pause = firstPause.multipliedBy(1L << Math.min(attempt - 1, 20));
        return pause.compareTo(longestPause) < 0 ? pause : longestPause;
    }
}
