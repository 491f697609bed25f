package dev.holdfast.devstack;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BackoffTest {
    @Test
    void waitsLongerEachTimeButNotForever() {
        Backoff backoff = new Backoff();

        assertThat(Stream.generate(() -> backoff.next(Duration.ZERO)).limit(8).map(Duration::toMillis))
                .containsExactly(200L, 400L, 800L, 1600L, 3200L, 6400L, 10_000L, 10_000L);
    }

    @Test
    void isShortAgainAfterAHealthyWhile() {
        Backoff backoff = new Backoff();
        backoff.next(Duration.ZERO);
        backoff.next(Duration.ZERO);

        assertThat(backoff.next(Duration.ofMinutes(1))).isEqualTo(Duration.ofMillis(200));
    }
}
