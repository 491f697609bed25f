package dev.holdfast.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.activities.history.Hosts;
import dev.holdfast.activities.history.Placements.Room;
import dev.holdfast.contract.Limits;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HostAnnouncementTest {
    private static final Room ROOM = new Room(4, 8, 16);

    private final AtomicInteger attempts = new AtomicInteger();
    private final List<Room> heard = new CopyOnWriteArrayList<>();

    private final Hosts hosts = new Hosts() {
        @Override
        public void announce(String host, Room room) {
            if (attempts.incrementAndGet() == 1) {
                throw new IllegalStateException("the database is away");
            }
            heard.add(room);
        }

        @Override
        public boolean anotherHas(String host, Limits limits) {
            throw new UnsupportedOperationException();
        }
    };

    @Test
    void itIsSaidAgainAndAgainThoughTheDatabaseWasAwayAtFirst() {
        HostAnnouncement announcement = new HostAnnouncement(hosts, "host", ROOM, Duration.ofMillis(10));
        announcement.start();
        try {
            await().until(() -> heard.size() >= 2);
        } finally {
            announcement.stop();
        }
        assertThat(heard).containsOnly(ROOM);
    }
}
