package dev.holdfast.activities.history.postgres;

import dev.holdfast.activities.history.Hosts;
import dev.holdfast.activities.history.Placements.Room;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Limits;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** One row for each host, which counts for some minutes: so long a worker may take to come back. */
final class PostgresHosts implements Hosts {
    private final Jdbi jdbi;

    PostgresHosts(Jdbi jdbi) {
        this.jdbi = jdbi;
    }

    @Override
    public void announce(String host, Room room) {
        jdbi.useHandle(handle -> handle.createUpdate("""
                        insert into hosts (host, cpus, memory, disk, seen_at) values (:host, :cpus, :memory, :disk, now())
                        on conflict (host) do update set cpus = excluded.cpus, memory = excluded.memory,
                            disk = excluded.disk, seen_at = excluded.seen_at
                        """)
                .bind("host", host)
                .bind("cpus", room.cpus())
                .bind("memory", room.memory())
                .bind("disk", room.disk())
                .execute());
    }

    @Override
    public boolean anotherHas(String host, Limits limits) {
        return jdbi.withHandle(handle -> handle.createQuery("""
                        select exists (
                            select from hosts
                            where host <> :host and seen_at > now() - interval '5 minutes'
                              and cpus >= :cpus and memory >= :memory and disk >= :disk)
                        """)
                .bind("host", host)
                .bind("cpus", limits.cpus() == null ? 0 : limits.cpus())
                .bind("memory", bytes(limits.memory()))
                .bind("disk", bytes(limits.workspace()))
                .mapTo(Boolean.class)
                .one());
    }

    private static long bytes(@Nullable DataSize size) {
        return size == null ? 0 : size.bytes();
    }
}
