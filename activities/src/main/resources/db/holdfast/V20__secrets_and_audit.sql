-- Secrets of projects, and those that a caller brought for one task; sealed, and opened only by who has the key.
create table secrets (
    owner_kind text not null,
    owner      text not null,
    name       text not null,
    sealed     bytea not null,
    created_by text not null,
    at         timestamptz not null,
    primary key (owner_kind, owner, name)
);

-- What was asked for, without the values of secrets.
alter table audit add column inputs jsonb;

create function audit_is_append_only() returns trigger language plpgsql as $$
begin
    raise exception 'the audit is append-only';
end
$$;

create trigger audit_append_only before update or delete on audit
    for each row execute function audit_is_append_only();
create trigger audit_never_emptied before truncate on audit
    for each statement execute function audit_is_append_only();
