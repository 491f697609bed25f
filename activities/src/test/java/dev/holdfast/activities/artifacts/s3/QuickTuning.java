package dev.holdfast.activities.artifacts.s3;

import java.time.Duration;

/** Settings under which tests end soon. */
final class QuickTuning {
    private QuickTuning() {}

    static S3Tuning withParts(int partBytes) {
        return tuning(partBytes, Duration.ofSeconds(10), Duration.ofSeconds(30));
    }

    /** For faults; still patient enough for a busy machine. */
    static S3Tuning impatient(int partBytes) {
        return tuning(partBytes, Duration.ofSeconds(3), Duration.ofSeconds(8));
    }

    private static S3Tuning tuning(int partBytes, Duration silence, Duration request) {
        return new S3Tuning(
                4,
                Duration.ofMillis(20),
                Duration.ofMillis(100),
                Duration.ofSeconds(2),
                silence,
                request,
                Duration.ofSeconds(30),
                partBytes,
                4,
                3,
                Duration.ofHours(12));
    }
}
