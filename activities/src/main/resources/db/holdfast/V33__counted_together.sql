-- A task that has ended is counted together with others: the sums of a project are a dozen rows that all of its tasks
-- have in common, and tasks that end at the same time waited for each other there.
create table uncounted (
    number      bigint generated always as identity primary key,
    project     text not null,
    at          timestamptz not null,
    state       text not null,
    duration_ms bigint not null,
    anomalies   text[] not null
);

-- Who reads the sums calls this first. Of two callers the second waits for the first, so both see all that has ended.
create function count_ended_tasks() returns void language sql as $$
    select pg_advisory_xact_lock(hashtextextended('count ended tasks', 0));
    with ended as (
        delete from uncounted returning *
    )
    insert into rollups (project, period, start, kind, key, count)
    select p.project, period, start, kind, key, count(*)
    from ended e,
         unnest(array['', e.project]) as p (project),
         lateral (values ('hour', date_trunc('hour', e.at, 'UTC')), ('day', date_trunc('day', e.at, 'UTC')),
                         ('all', timestamptz 'epoch')) as t (period, start),
         lateral (select 'state' as kind, e.state as key
                  -- eight buckets for each doubling: a figure read from them is at most 9 % off
                  union all select 'duration', floor(8 * log(2, greatest(1, e.duration_ms)::numeric))::text
                  union all select 'anomaly', unnest(e.anomalies)) as k
    group by p.project, period, start, kind, key
    on conflict (project, period, start, kind, key) do update set count = rollups.count + excluded.count
$$;

-- The usual duration is looked up only for a task that took longer than the least that is called slow.
create or replace function anomalies_of(task tasks, duration_ms bigint)
    returns table (kind text, detail text) language sql as $$
    with step as (
        select s->>'name' as name, s->>'signal' as signal, s->>'exitCode' as code, s->>'outcome' as outcome,
               coalesce((s->'resourceUsage'->>'oomKills')::bigint, 0) as kills, coalesce(s->>'stderr', '') as stderr
        from jsonb_array_elements(task.result->'steps') as s
    ), usual as (
        select percentile_cont(0.5) within group (order by ms) as ms, count(*) as runs
        from (select extract(epoch from ended_at - created_at) * 1000 as ms from tasks
              where task.state = 'succeeded' and duration_ms > 1000
                and project = task.project and fingerprint = task.fingerprint and state = 'succeeded'
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

create or replace function task_ended() returns trigger language plpgsql as $$
declare
    duration_ms bigint := greatest(0, (extract(epoch from new.ended_at - new.created_at) * 1000)::bigint);
    found text[];
    nth bigint;
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
    insert into uncounted (project, at, state, duration_ms, anomalies)
    values (new.project, new.ended_at, new.state, duration_ms, found) returning number into nth;
    -- Where nobody reads the sums.
    if nth % 1000 = 0 then
        perform count_ended_tasks();
    end if;
    return null;
exception when others then
    -- The row matters more than what is counted of it.
    raise warning 'statistics of task %: %', new.task_id, sqlerrm;
    return null;
end
$$;

drop function add_to_rollups;
