package dev.holdfast.activities.history;

import dev.holdfast.activities.history.Placements.Room;
import dev.holdfast.contract.Limits;

/** How large the hosts are that have been heard of lately. */
public interface Hosts {
    /** Said again and again while the host is there. */
    void announce(String host, Room room);

    /** Whether another host than that one has so much in all, free or not. */
    boolean anotherHas(String host, Limits limits);
}
