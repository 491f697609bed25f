package dev.holdfast.activities.task;

import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import dev.holdfast.workflows.Reservation;
import java.time.Duration;
import java.util.List;

/** Places that tests have on a host. */
public final class TestReservations {
    private TestReservations() {}

    public static Reservation on(Host host) {
        return on(host, Limits.DEFAULTS);
    }

    public static Reservation on(Host host, Limits limits) {
        return new Reservation(
                host.id(),
                host.taskQueue(),
                Executor.DOCKER,
                "asked for",
                "debian",
                limits,
                Duration.ofMinutes(5),
                Duration.ofSeconds(5),
                DataSize.ofMebibytes(64),
                Duration.ofSeconds(60),
                List.of());
    }
}
