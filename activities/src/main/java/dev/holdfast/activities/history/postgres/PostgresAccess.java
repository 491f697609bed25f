package dev.holdfast.activities.history.postgres;

import dev.holdfast.activities.history.AccessTokens;
import dev.holdfast.activities.history.AuditTrail;
import dev.holdfast.activities.history.UploadOwners;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.rest.AccessToken;
import dev.holdfast.contract.rest.Role;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** Tokens, owners of uploads and the audit as rows. */
final class PostgresAccess implements AccessTokens, UploadOwners, AuditTrail {
    /** A task and, as TASK/STEP, its commands: '0' is what follows '/'. */
    private static final String OF_TARGET = """
             and (target collate "C" = :target
                  or (target collate "C" >= :target || '/' and target collate "C" < :target || '0'))
            """;

    private final Jdbi jdbi;

    PostgresAccess(Jdbi jdbi) {
        this.jdbi = jdbi;
    }

    @Override
    public void add(AccessToken token, byte[] hash) {
        jdbi.useHandle(handle -> handle.createUpdate("""
                        insert into access_tokens (id, name, hash, role, project, created_by, created_at, expires_at)
                        values (:id, :name, :hash, :role, :project, :by, :at, :expires)
                        """)
                .bind("id", token.id())
                .bind("name", token.name())
                .bind("hash", hash)
                .bind("role", token.role().json())
                .bind(
                        "project",
                        token.project() == null ? null : token.project().value())
                .bind("by", token.createdBy())
                .bind("at", time(token.createdAt()))
                .bind("expires", time(token.expiresAt()))
                .execute());
    }

    @Override
    public Optional<AccessToken> find(byte[] hash) {
        return jdbi.withHandle(handle -> handle.createQuery("select * from access_tokens where hash = :hash")
                .bind("hash", hash)
                .map((row, context) -> token(row))
                .findOne());
    }

    @Override
    public List<AccessToken> list() {
        return jdbi.withHandle(handle -> handle.createQuery("select * from access_tokens order by created_at desc, id")
                .map((row, context) -> token(row))
                .list());
    }

    @Override
    public boolean revoke(String id, Instant at) {
        return jdbi.withHandle(handle ->
                handle.createUpdate("""
                        update access_tokens set revoked_at = coalesce(revoked_at, :at) where id = :id
                        """).bind("id", id).bind("at", time(at)).execute() == 1);
    }

    @Override
    public void record(ProjectId project, String sha256, long size, String uploadedBy, Instant at) {
        jdbi.useHandle(handle -> handle.createUpdate("""
                        insert into uploads (project, sha256, size, uploaded_by, at)
                        values (:project, :sha256, :size, :by, :at) on conflict do nothing
                        """)
                .bind("project", project.value())
                .bind("sha256", sha256)
                .bind("size", size)
                .bind("by", uploadedBy)
                .bind("at", time(at))
                .execute());
    }

    @Override
    public boolean mayUse(ProjectId project, String sha256) {
        return jdbi.withHandle(handle -> handle.createQuery("""
                        select exists (select 1 from uploads where project = :project and sha256 = :sha256)
                            or exists (select 1 from artifacts join tasks using (task_id)
                                       where artifacts.sha256 = :sha256 and tasks.project = :project)
                        """)
                .bind("project", project.value())
                .bind("sha256", sha256)
                .mapTo(Boolean.class)
                .one());
    }

    @Override
    public void record(Entry entry) {
        jdbi.useHandle(handle -> handle.createUpdate("""
                        insert into audit (at, caller, action, target, outcome, inputs)
                        values (:at, :caller, :action, :target, :outcome, cast(:inputs as jsonb))
                        """)
                .bind("at", time(entry.at()))
                .bind("caller", entry.caller())
                .bind("action", entry.action())
                .bind("target", entry.target())
                .bind("outcome", entry.outcome())
                .bind("inputs", entry.inputs())
                .execute());
    }

    /** Only what is asked for is in the statement, so that it can be answered from the index made for it. */
    @Override
    public Page find(Query query) {
        StringBuilder conditions = new StringBuilder();
        Map<String, Object> values = new HashMap<>();
        narrow(conditions, values, OF_TARGET, "target", query.target());
        narrow(conditions, values, " and caller = :caller", "caller", query.caller());
        narrow(conditions, values, " and number < :before", "before", query.before());
        List<Numbered> found = jdbi.withHandle(handle -> handle.createQuery(
                        "select * from audit where true" + conditions + " order by number desc limit :limit")
                .bindMap(values)
                .bind("limit", query.limit() + 1)
                .map((row, context) -> new Numbered(row.getLong("number"), entry(row)))
                .list());
        boolean more = found.size() > query.limit();
        List<Numbered> page = more ? found.subList(0, query.limit()) : found;
        return new Page(
                page.stream().map(Numbered::entry).toList(),
                more ? Long.valueOf(page.getLast().number()) : null);
    }

    private static void narrow(
            StringBuilder conditions,
            Map<String, Object> values,
            String condition,
            String name,
            @Nullable Object value) {
        if (value != null) {
            conditions.append(condition);
            values.put(name, value);
        }
    }

    private record Numbered(long number, Entry entry) {}

    private static Entry entry(ResultSet row) throws SQLException {
        return new Entry(
                row.getObject("at", OffsetDateTime.class).toInstant(),
                row.getString("caller"),
                row.getString("action"),
                row.getString("target"),
                row.getInt("outcome"),
                row.getString("inputs"));
    }

    private static AccessToken token(ResultSet row) throws SQLException {
        String project = row.getString("project");
        return new AccessToken(
                row.getString("id"),
                row.getString("name"),
                Role.fromJson(row.getString("role")),
                project == null ? null : new ProjectId(project),
                row.getString("created_by"),
                row.getObject("created_at", OffsetDateTime.class).toInstant(),
                instant(row, "expires_at"),
                instant(row, "revoked_at"));
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    private static @Nullable OffsetDateTime time(@Nullable Instant instant) {
        return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
    }
}
