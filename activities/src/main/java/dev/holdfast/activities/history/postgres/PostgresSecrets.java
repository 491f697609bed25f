package dev.holdfast.activities.history.postgres;

import dev.holdfast.activities.history.SealedSecrets;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.TaskId;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;

/** Sealed secrets as rows. */
final class PostgresSecrets implements SealedSecrets {
    private final Jdbi jdbi;

    PostgresSecrets(Jdbi jdbi) {
        this.jdbi = jdbi;
    }

    @Override
    public void put(Owner owner, String name, byte[] sealed, String createdBy, Instant at) {
        insert(owner, name, sealed, createdBy, at, """
                do update set sealed = excluded.sealed, created_by = excluded.created_by, at = excluded.at""");
    }

    @Override
    public boolean putNew(Owner owner, String name, byte[] sealed, String createdBy, Instant at) {
        return insert(owner, name, sealed, createdBy, at, "do nothing") == 1;
    }

    private int insert(Owner owner, String name, byte[] sealed, String createdBy, Instant at, String onConflict) {
        return jdbi.withHandle(handle -> handle.createUpdate("""
                        insert into secrets (owner_kind, owner, name, sealed, created_by, at)
                        values (:kind, :owner, :name, :sealed, :by, :at)
                        on conflict (owner_kind, owner, name) <action>
                        """)
                .define("action", onConflict)
                .bind("kind", owner.kind())
                .bind("owner", owner.id())
                .bind("name", name)
                .bind("sealed", sealed)
                .bind("by", createdBy)
                .bind("at", at.atOffset(ZoneOffset.UTC))
                .execute());
    }

    @Override
    public Optional<byte[]> find(Owner owner, String name) {
        return jdbi.withHandle(handle -> handle.createQuery("""
                        select sealed from secrets where owner_kind = :kind and owner = :owner and name = :name
                        """)
                .bind("kind", owner.kind())
                .bind("owner", owner.id())
                .bind("name", name)
                .mapTo(byte[].class)
                .findOne());
    }

    @Override
    public List<Stored> list(Optional<ProjectId> project) {
        return jdbi.withHandle(handle -> handle.createQuery("""
                        select owner, name, created_by, at from secrets
                        where owner_kind = 'project' and owner = coalesce(:project, owner) order by owner, name
                        """)
                .bind("project", project.map(ProjectId::value).orElse(null))
                .map((row, context) -> new Stored(
                        new ProjectId(row.getString("owner")),
                        row.getString("name"),
                        row.getString("created_by"),
                        row.getObject("at", OffsetDateTime.class).toInstant()))
                .list());
    }

    @Override
    public boolean remove(Owner owner, String name) {
        return jdbi.withHandle(handle -> handle.createUpdate("""
                        delete from secrets where owner_kind = :kind and owner = :owner and name = :name
                        """)
                        .bind("kind", owner.kind())
                        .bind("owner", owner.id())
                        .bind("name", name)
                        .execute()
                == 1);
    }

    @Override
    public void removeOf(TaskId taskId) {
        jdbi.useHandle(
                handle -> handle.createUpdate("""
                        delete from secrets where owner_kind = 'task' and split_part(owner, ' ', 1) = :task
                        """).bind("task", taskId.value()).execute());
    }

    @Override
    public int removeOfTasksBefore(Instant time) {
        return jdbi.withHandle(handle -> handle.createUpdate("""
                        delete from secrets where owner_kind = 'task' and at < :time
                          and not exists (select 1 from tasks where task_id = split_part(owner, ' ', 1) and ended_at is null)
                        """)
                .bind("time", time.atOffset(ZoneOffset.UTC))
                .execute());
    }
}
