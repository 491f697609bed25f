-- A path may have 4 KiB, which is more than an index takes; its hash always fits.
-- Backslashes are doubled because they mean something in the written form of bytes.
alter table artifacts
    add column path_hash bytea generated always as (sha256(replace(path, '\', '\\')::bytea)) stored,
    drop constraint artifacts_pkey,
    add primary key (task_id, path_hash);
