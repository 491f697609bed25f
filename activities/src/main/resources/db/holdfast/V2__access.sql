-- Who may call the API, what they brought, and what they did.

create table access_tokens (
    id         text primary key,
    name       text not null,
    hash       bytea not null unique,
    role       text not null,
    project    text,
    created_by text not null,
    created_at timestamptz not null,
    expires_at timestamptz,
    revoked_at timestamptz
);

-- Content is stored once for all; who may use it is kept here.
create table uploads (
    project     text not null,
    sha256      text not null,
    size        bigint not null,
    uploaded_by text not null,
    at          timestamptz not null,
    primary key (project, sha256)
);

create table audit (
    number  bigint generated always as identity primary key,
    at      timestamptz not null,
    caller  text not null,
    action  text not null,
    target  text not null,
    outcome integer not null
);

create index audit_by_caller on audit (caller, number);
