-- Tasks that wait for a place, at the door of a host or, without one, for their project. A row counts until the time that it
-- says, which whoever waits puts off: one that comes no more holds nobody up for long. What a crash of the database loses of
-- this is written again by the next look.
create unlogged table waiting (
    task_id  text primary key,
    host     text,
    project  text not null,
    priority integer not null,
    since    timestamptz not null,
    until    timestamptz not null,
    cpus     double precision not null,
    memory   bigint not null,
    disk     bigint not null
);

create index waiting_at_host on waiting (host, priority, since) where host is not null;
create index waiting_of_project on waiting (project, priority, since);

drop function place_task;

-- The answer is the reservation that counts, also of a task that was placed before; or what is short: a resource of the host
-- or the project's limit, how much of it is in use and how much there is; or the turn, where a task that comes before this
-- one waits for room on the host. By priority, and then by who has waited longer. One statement for the caller, so that a
-- placement is one round trip.
--
-- stays: whether the caller asks again soon, so that others may be held up for it. Workers of before know neither this nor
-- priorities, hence the defaults.
create function place_task(
    for_task text, on_host text, for_project text, wants_cpus double precision, wants_memory bigint, wants_disk bigint,
    has_cpus double precision, has_memory bigint, has_disk bigint, project_limit integer, wanted jsonb,
    for_priority integer default 3, stays boolean default false)
returns table (reservation jsonb, has_left boolean, short_of text, in_use double precision, there_is double precision,
               ahead integer, kept boolean)
language plpgsql as $$
declare
    waits_since timestamptz;
    came timestamptz;
    used record;
    behind boolean;
    running bigint;
begin
    select p.reservation, p.left_at is not null into reservation, has_left from placements p where p.task_id = for_task;
    if found then
        return next;
        return;
    end if;
    has_left := false;
    -- Who places on one host, or for one project, takes turns. Everybody locks one host first and then one project.
    perform pg_advisory_xact_lock(hashtextextended('host ' || on_host, 0));
    select own.since, coalesce(own.since, now()), exists (
            select from waiting w
            where w.host = on_host and w.until > now()
              and (w.priority, w.since, w.task_id) < (for_priority, coalesce(own.since, now()), for_task))
        into waits_since, came, behind
        from (select (select w.since from waiting w where w.task_id = for_task) as since) as own;
    select coalesce(sum(p.cpus), 0) as cpus, coalesce(sum(p.memory), 0) as memory, coalesce(sum(p.disk), 0) as disk
        into used from placements p where p.host = on_host and p.left_at is null;
    if used.cpus + wants_cpus > has_cpus then
        short_of := 'cpus';
        in_use := used.cpus;
        there_is := has_cpus;
    elsif used.memory + wants_memory > has_memory then
        short_of := 'memory';
        in_use := used.memory;
        there_is := has_memory;
    elsif used.disk + wants_disk > has_disk then
        short_of := 'disk';
        in_use := used.disk;
        there_is := has_disk;
    elsif behind then
        short_of := 'turn';
    end if;
    -- Whatever the host has: a task whose project is full must not have room kept for it that others could use.
    if project_limit is not null then
        perform pg_advisory_xact_lock(hashtextextended('project ' || for_project, 0));
        -- Each that comes before has a right to one slot, also while it waits for room on a host: it would never find both
        -- free otherwise. It waits there for no more than the end of tasks that run, and holds up its own project only. In
        -- the index's order, so that nobody reads through the thousands of another project.
        select (select count(*) from placements p where p.project = for_project and p.left_at is null),
               (select count(*) from (
                    select from waiting w
                    where w.project = for_project and w.until > now()
                      and (w.priority, w.since, w.task_id) < (for_priority, came, for_task)
                    order by w.priority, w.since limit 500) as before)
            into running, ahead;
        if running + ahead >= project_limit then
            short_of := 'project';
            in_use := running;
            there_is := project_limit;
        end if;
    end if;
    if short_of is null then
        insert into placements (task_id, host, project, cpus, memory, disk, placed_at, reservation)
            values (for_task, on_host, for_project, wants_cpus, wants_memory, wants_disk, now(), wanted)
            on conflict (task_id) do nothing;
        if found then
            reservation := wanted;
        else
            select p.reservation, p.left_at is not null into reservation, has_left
                from placements p where p.task_id = for_task;
        end if;
        if waits_since is not null then
            delete from waiting w where w.task_id = for_task;
        end if;
        return next;
        return;
    end if;
    -- Whether it is first at the host's door, and somebody who would fit is held up for it.
    kept := short_of in ('cpus', 'memory', 'disk') and not behind and exists (
        select from waiting w
        where w.host = on_host and w.until > now() and w.task_id <> for_task
          and used.cpus + w.cpus <= has_cpus and used.memory + w.memory <= has_memory
          and used.disk + w.disk <= has_disk);
    if stays then
        -- Longer than it takes to come back: to the host's door at once, to the project after ten seconds at most.
        insert into waiting (task_id, host, project, priority, since, until, cpus, memory, disk)
            values (for_task, case short_of when 'project' then null else on_host end, for_project, for_priority, came,
                    now() + case short_of when 'project' then interval '30 seconds' else interval '5 seconds' end,
                    wants_cpus, wants_memory, wants_disk)
            on conflict (task_id) do update set host = excluded.host, until = excluded.until,
                cpus = excluded.cpus, memory = excluded.memory, disk = excluded.disk;
        if waits_since is null then
            delete from waiting w where w.task_id in (
                select o.task_id from waiting o where o.until < now() - interval '1 hour' for update skip locked);
        end if;
    end if;
    return next;
end
$$;

-- How large hosts are, so that the one that is asked does not refuse for all of them.
create table hosts (
    host    text primary key,
    cpus    double precision not null,
    memory  bigint not null,
    disk    bigint not null,
    seen_at timestamptz not null
);
