package dev.holdfast.activities.sandbox.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WatchdogTest {
    private static final Duration ALLOWED = Duration.ofMillis(100);

    @Test
    void aSilentOtherSideIsGivenUp() throws IOException {
        try (SocketChannel channel = SocketChannel.open();
                Watchdog watchdog = new Watchdog(channel, ALLOWED)) {
            watchdog.waiting();
            await().atMost(Duration.ofSeconds(10)).until(watchdog::expired);
            await().until(() -> !channel.isOpen());
        }
    }

    @Test
    void whatTheCallerDoesMeanwhileMayTakeItsTime() throws IOException {
        try (SocketChannel channel = SocketChannel.open();
                Watchdog watchdog = new Watchdog(channel, ALLOWED)) {
            watchdog.waiting();
            watchdog.heard();
            await().during(ALLOWED.multipliedBy(5)).until(channel::isOpen);
            assertThat(watchdog.expired()).isFalse();
            watchdog.waiting();
            await().atMost(Duration.ofSeconds(10)).until(watchdog::expired);
        }
    }
}
