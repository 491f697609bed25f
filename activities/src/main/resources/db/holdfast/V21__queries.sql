-- What lists and statistics need, so that a million tasks cost no more than a thousand.

alter table tasks
    -- for searches by text: the commands, the names, and the reason once the task has ended
    add column words tsvector,
    -- what tasks have in common that ask for the same: their durations can be compared
    add column fingerprint text,
    add column pinned boolean not null default false,
    -- where a task came from that did not run here
    add column imported_from text,
    add column log_sealed_at timestamptz;

create index tasks_words on tasks using gin (words);
create index tasks_labels on tasks using gin (labels jsonb_path_ops);
create index tasks_exit on tasks (exit_code, created_at desc, task_id desc) where exit_code is not null;
create index tasks_of_project_in_state on tasks (project, state, created_at desc, task_id desc);
create index tasks_alike on tasks (project, fingerprint, ended_at desc) where state = 'succeeded';
create index tasks_unsealed on tasks (ended_at) where log_sealed_at is null and ended_at is not null;

create table resource_samples (
    task_id text not null,
    step    text not null,
    at      timestamptz not null,
    sample  jsonb not null,
    primary key (task_id, at, step)
);

create table anomalies (
    task_id text not null,
    project text not null,
    at      timestamptz not null,
    kind    text not null,
    detail  text not null,
    primary key (task_id, kind)
);

create index anomalies_newest on anomalies (at desc);
create index anomalies_of_project on anomalies (project, at desc);

-- Sums, kept as tasks end. Project '' is all of them; the period 'all' starts at the epoch.
create table rollups (
    project text not null,
    period  text not null,
    start   timestamptz not null,
    kind    text not null,
    key     text not null,
    count   bigint not null,
    primary key (project, period, start, kind, key)
);

create function add_to_rollups(of_project text, at timestamptz, of_state text, duration_ms bigint, found text[])
    returns void language sql as $$
    insert into rollups (project, period, start, kind, key, count)
    select project, period, start, kind, key, 1
    from unnest(array['', of_project]) as project,
         (values ('hour', date_trunc('hour', at, 'UTC')), ('day', date_trunc('day', at, 'UTC')),
                 ('all', timestamptz 'epoch')) as p (period, start),
         (select 'state' as kind, of_state as key
          -- eight buckets for each doubling: a figure read from them is at most 9 % off
          union all select 'duration', floor(8 * log(2, greatest(1, duration_ms)::numeric))::text
          union all select 'anomaly', unnest(found)) as k
    -- always in the same order, so that tasks that end at the same time wait for each other in turn
    order by project, period, start, kind, key
    on conflict (project, period, start, kind, key) do update set count = rollups.count + 1
$$;

create function anomalies_of(task tasks, duration_ms bigint) returns table (kind text, detail text) language sql as $$
    with step as (
        select s->>'name' as name, s->>'signal' as signal, s->>'exitCode' as code, s->>'outcome' as outcome,
               coalesce((s->'resourceUsage'->>'oomKills')::bigint, 0) as kills, coalesce(s->>'stderr', '') as stderr
        from jsonb_array_elements(task.result->'steps') as s
    ), usual as (
        select percentile_cont(0.5) within group (order by ms) as ms, count(*) as runs
        from (select extract(epoch from ended_at - created_at) * 1000 as ms from tasks
              where project = task.project and fingerprint = task.fingerprint and state = 'succeeded'
                and task_id <> task.task_id and ended_at <= task.ended_at
              order by ended_at desc limit 20) as last
    )
    select 'segfault', min(name) from step where signal in ('SEGV', 'SIGSEGV') or code = '139' having count(*) > 0
    union all
    select 'oom', min(name) from step where outcome = 'oom_killed' or kills > 0 having count(*) > 0
    union all
    select 'permission_denied', min(name) from step
    where code <> '0' and (code = '126' or stderr ilike '%permission denied%') having count(*) > 0
    union all
    select outcome, min(name) from step where outcome in ('disk_full', 'output_limit', 'lost') group by outcome
    union all
    select 'slowdown', round(duration_ms / 1000.0, 1) || ' s, usually ' || round((usual.ms / 1000)::numeric, 1) || ' s'
    from usual
    where task.state = 'succeeded' and runs >= 5 and duration_ms > 3 * usual.ms and duration_ms - usual.ms > 1000
$$;

create function task_ended() returns trigger language plpgsql as $$
declare
    duration_ms bigint := greatest(0, (extract(epoch from new.ended_at - new.created_at) * 1000)::bigint);
    found text[];
begin
    if tg_op = 'UPDATE' and old.ended_at is not null then
        return null;
    end if;
    with noticed as (
        insert into anomalies (task_id, project, at, kind, detail)
        select new.task_id, new.project, new.ended_at, kind, detail from anomalies_of(new, duration_ms)
        on conflict do nothing returning kind
    )
    select coalesce(array_agg(kind), '{}') into found from noticed;
    perform add_to_rollups(new.project, new.ended_at, new.state, duration_ms, found);
    return null;
exception when others then
    -- The row matters more than what is counted of it.
    raise warning 'statistics of task %: %', new.task_id, sqlerrm;
    return null;
end
$$;

create trigger task_ended after insert or update on tasks
    for each row when (new.ended_at is not null and new.imported_from is null) execute function task_ended();

-- Every command that ran, with who asked for it; the rest of the audit is written by the API.
create function audit_step() returns trigger language plpgsql as $$
begin
    insert into audit (at, caller, action, target, outcome, inputs)
    select coalesce((new.result->>'endedAt')::timestamptz, now()), requested_by, 'run command',
           new.task_id || '/' || new.name, coalesce(new.exit_code, -1),
           jsonb_build_object('command', new.result->'command', 'outcome', new.outcome,
                              'durationMs', new.duration_ms, 'project', project)
    from tasks where task_id = new.task_id and imported_from is null;
    return null;
end
$$;

create trigger step_is_audited after insert on steps for each row execute function audit_step();
create index audit_by_target on audit (target, number);

-- Which inputs are still named by a task.
create index tasks_files on tasks using gin ((spec->'files') jsonb_path_ops);
create index tasks_ended_of_project on tasks (project, ended_at) where ended_at is not null;
