package dev.holdfast.activities.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.activities.history.Placements.Room;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Limits;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class HostsTest {
    private static final Limits LARGE =
            Limits.NONE.withCpus(8.0).withMemory(DataSize.ofGibibytes(8)).withWorkspace(DataSize.ofGibibytes(80));
    private static final Room ENOUGH = new Room(
            8, DataSize.ofGibibytes(8).bytes(), DataSize.ofGibibytes(80).bytes());

    @RegisterExtension
    static final TestPostgres postgres = TestPostgres.start();

    private final Hosts hosts = postgres.database().hosts();

    @BeforeEach
    void thereIsOneHost() throws SQLException {
        hosts.announce("this", ENOUGH);
        postgres.execute("delete from hosts where host <> 'this'");
    }

    @Test
    void aHostThatIsAloneHasNoOther() {
        assertThat(hosts.anotherHas("this", LARGE)).isFalse();
    }

    @Test
    void anotherHostHasEnoughOnlyIfItHasEnoughOfEverything() {
        hosts.announce("other", ENOUGH);
        assertThat(hosts.anotherHas("this", LARGE)).isTrue();
        assertThat(hosts.anotherHas("this", Limits.NONE)).isTrue();

        hosts.announce("other", new Room(7, ENOUGH.memory(), ENOUGH.disk()));
        assertThat(hosts.anotherHas("this", LARGE)).as("processors").isFalse();
        hosts.announce("other", new Room(8, ENOUGH.memory() - 1, ENOUGH.disk()));
        assertThat(hosts.anotherHas("this", LARGE)).as("memory").isFalse();
        hosts.announce("other", new Room(8, ENOUGH.memory(), ENOUGH.disk() - 1));
        assertThat(hosts.anotherHas("this", LARGE)).as("disk").isFalse();
    }

    @Test
    void aHostThatHasBeenSilentForMinutesCountsNoMore() throws SQLException {
        hosts.announce("gone", ENOUGH);
        postgres.execute("update hosts set seen_at = seen_at - interval '6 minutes' where host = 'gone'");

        assertThat(hosts.anotherHas("this", LARGE)).isFalse();
    }
}
