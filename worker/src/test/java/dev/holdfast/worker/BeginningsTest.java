package dev.holdfast.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BeginningsTest {
    private final Beginnings beginnings = new Beginnings(Duration.ofMillis(10));
    private final AtomicInteger attempts = new AtomicInteger();

    @AfterEach
    void stop() {
        beginnings.close();
    }

    @Test
    void whatFailsIsTriedUntilItSucceedsAndThenNoMore() {
        beginnings.begin("a schedule", () -> failUntil(4));

        await().until(() -> attempts.get() == 4);
        await().during(Duration.ofMillis(500)).until(() -> attempts.get() == 4);
    }

    @Test
    void oneThatHangsDoesNotHoldUpAnother() {
        CountDownLatch never = new CountDownLatch(1);
        beginnings.begin("the pool", () -> {
            try {
                never.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
        beginnings.begin("a schedule", () -> failUntil(2));

        await().until(() -> attempts.get() == 2);
    }

    @Test
    void nothingIsTriedAfterTheWorkerHasStopped() {
        beginnings.begin("a schedule", () -> failUntil(Integer.MAX_VALUE));
        await().until(() -> attempts.get() >= 2);

        beginnings.close();

        int atTheEnd = attempts.get();
        await().during(Duration.ofMillis(500))
                .atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(attempts.get()).isLessThanOrEqualTo(atTheEnd + 1));
    }

    private void failUntil(int time) {
        if (attempts.incrementAndGet() < time) {
            throw new IllegalStateException("Temporal does not answer");
        }
    }
}
