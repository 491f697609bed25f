package dev.holdfast.activities.task;

import dev.holdfast.activities.history.Hosts;
import dev.holdfast.contract.Limits;
import dev.holdfast.workflows.Reservation;
import io.temporal.failure.ApplicationErrorCategory;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;

/** Refuses tasks that would not fit on this host if it was empty; for good where no other host could take them either. */
final class HostSize {
    private static final Duration ANOTHER_HOST_FIRST = Duration.ofSeconds(1);

    private final Capacity capacity;
    private final Hosts hosts;

    HostSize(Capacity capacity, Hosts hosts) {
        this.capacity = capacity;
        this.hosts = hosts;
    }

    void require(Reservation wanted, Pulse pulse) {
        Limits limits = wanted.limits();
        if (limits.cpus() != null && limits.cpus() > capacity.cpus()) {
            throw refused(wanted, pulse, "limits.cpus", limits.cpus(), capacity.cpus());
        }
        if (limits.memory() != null && limits.memory().compareTo(capacity.memory()) > 0) {
            throw refused(wanted, pulse, "limits.memory", limits.memory(), capacity.memory());
        }
        if (limits.workspace() != null && limits.workspace().compareTo(capacity.disk()) > 0) {
            throw refused(wanted, pulse, "limits.workspace", limits.workspace(), capacity.disk());
        }
    }

    private ApplicationFailure refused(Reservation wanted, Pulse pulse, String field, Object asked, Object most) {
        if (!hosts.anotherHas(wanted.host(), wanted.limits())) {
            return ApplicationFailure.newNonRetryableFailure(
                    field + ": " + asked + " is more than a host gives to all its tasks (" + most
                            + "); ask for less, or have the operator raise holdfast.capacity",
                    "too_large");
        }
        String reason = "waits for a larger host: " + field + ": " + asked + " is more than host " + wanted.host()
                + " gives to all its tasks (" + most + ")";
        pulse.slow(reason);
        return ApplicationFailure.newBuilder()
                .setMessage(reason)
                .setType("no_room")
                .setCategory(ApplicationErrorCategory.BENIGN)
                .setNextRetryDelay(ANOTHER_HOST_FIRST)
                .build();
    }
}
