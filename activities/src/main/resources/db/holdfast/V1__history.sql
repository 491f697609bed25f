-- The run history: a projection of the workflows, which are the truth of order.

create table tasks (
    task_id      text primary key,
    project      text not null,
    state        text not null,
    outcome      text,
    exit_code    integer,
    executor     text,
    image        text,
    host         text,
    labels       jsonb not null,
    origin       text,
    requested_by text not null,
    version      bigint not null,
    created_at   timestamptz not null,
    ended_at     timestamptz,
    spec         jsonb not null,
    result       jsonb not null
);

create index tasks_newest on tasks (created_at desc, task_id desc);
create index tasks_of_project on tasks (project, created_at desc, task_id desc);
create index tasks_in_state on tasks (state, created_at desc, task_id desc);

create table steps (
    task_id     text not null references tasks on delete cascade,
    number      integer not null,
    name        text not null,
    outcome     text not null,
    exit_code   integer,
    duration_ms bigint not null,
    result      jsonb not null,
    primary key (task_id, number)
);

create table transitions (
    task_id text not null references tasks on delete cascade,
    number  integer not null,
    state   text not null,
    at      timestamptz not null,
    reason  text not null,
    primary key (task_id, number)
);

-- No reference to tasks here and below: these may be written before the first row of their task is.
create table artifacts (
    task_id      text not null,
    path         text not null,
    status       text not null,
    size         bigint not null,
    sha256       text,
    content_type text,
    link         text,
    reason       text,
    primary key (task_id, path)
);

create index artifacts_by_hash on artifacts (sha256);

create table log_chunks (
    sequence  bigint generated always as identity,
    task_id   text not null,
    step_key  text not null,
    step      text not null,
    "offset"  bigint not null,
    stream    text not null,
    at        timestamptz not null,
    bytes     bytea not null,
    dropped   bigint not null,
    primary key (task_id, sequence),
    unique (task_id, step_key, "offset")
);

-- Who may have a sandbox, and until when. Without a task it waits in the pool; what has no lease is the reaper's.
create table leases (
    sandbox_id text primary key,
    task_id    text,
    host       text not null,
    executor   text not null,
    taken_at   timestamptz not null,
    deadline   timestamptz not null
);

create index leases_of_host on leases (host);
create index leases_of_task on leases (task_id);

create table receipts (
    task_id    text not null,
    sandbox_id text not null,
    state      text not null,
    at         timestamptz not null,
    verified   jsonb not null,
    remains    jsonb not null,
    primary key (task_id, sandbox_id, at)
);
