package dev.holdfast.activities.artifacts.s3;

import java.time.Duration;

/** Settings under which faults show soon. */
final class QuickTuning {
    private QuickTuning() {}

    static S3Tuning withParts(int partBytes) {
        return new S3Tuning(
                4,
                Duration.ofMillis(20),
                Duration.ofMillis(100),
                Duration.ofSeconds(2),
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                Duration.ofSeconds(60),
                partBytes,
                4,
                3,
                Duration.ofHours(12));
    }
}
