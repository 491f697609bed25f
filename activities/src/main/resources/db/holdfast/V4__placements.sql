-- Which host a task is on, and how much of it. Decided once for each task: a row stays after the task has left, so that
-- a worker that was asleep meanwhile cannot place it a second time.
create table placements (
    task_id     text primary key,
    host        text not null,
    project     text not null,
    cpus        double precision not null,
    memory      bigint not null,
    disk        bigint not null,
    placed_at   timestamptz not null,
    left_at     timestamptz,
    reservation jsonb not null
);

create index placements_on_host on placements (host) where left_at is null;
create index placements_of_project on placements (project) where left_at is null;

-- The answer is the reservation that counts, also of a task that was placed before; or the resource that is short, how
-- much of it is in use and how much there is. One statement for the caller, so that a placement is one round trip.
create function place_task(
    for_task text, on_host text, for_project text, wants_cpus double precision, wants_memory bigint, wants_disk bigint,
    has_cpus double precision, has_memory bigint, has_disk bigint, project_limit integer, wanted jsonb)
returns table (reservation jsonb, has_left boolean, short_of text, in_use double precision, there_is double precision)
language plpgsql as $$
declare
    used record;
    running bigint;
begin
    return query select p.reservation, p.left_at is not null, null::text, null::double precision, null::double precision
        from placements p where p.task_id = for_task;
    if found then
        return;
    end if;
    -- Who places on one host, or for one project, takes turns. Everybody locks one host first and then one project.
    perform pg_advisory_xact_lock(hashtextextended('host ' || on_host, 0));
    select coalesce(sum(p.cpus), 0) as cpus, coalesce(sum(p.memory), 0) as memory, coalesce(sum(p.disk), 0) as disk
        into used from placements p where p.host = on_host and p.left_at is null;
    if used.cpus + wants_cpus > has_cpus then
        return query select null::jsonb, false, 'cpus', used.cpus::double precision, has_cpus;
        return;
    elsif used.memory + wants_memory > has_memory then
        return query select null::jsonb, false, 'memory', used.memory::double precision, has_memory::double precision;
        return;
    elsif used.disk + wants_disk > has_disk then
        return query select null::jsonb, false, 'disk', used.disk::double precision, has_disk::double precision;
        return;
    end if;
    if project_limit is not null then
        perform pg_advisory_xact_lock(hashtextextended('project ' || for_project, 0));
        select count(*) into running from placements p where p.project = for_project and p.left_at is null;
        if running >= project_limit then
            return query select null::jsonb, false, 'project', running::double precision, project_limit::double precision;
            return;
        end if;
    end if;
    insert into placements (task_id, host, project, cpus, memory, disk, placed_at, reservation)
        values (for_task, on_host, for_project, wants_cpus, wants_memory, wants_disk, now(), wanted)
        on conflict (task_id) do nothing;
    return query select p.reservation, p.left_at is not null, null::text, null::double precision, null::double precision
        from placements p where p.task_id = for_task;
end
$$;
