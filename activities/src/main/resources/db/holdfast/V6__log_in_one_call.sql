-- Appends pieces of one step's log, all or none: one round trip, because a short task has little else to wait for.
-- Answers how far the log was stored before; only when that is where the pieces begin are they in it now. Two attempts
-- of one activity may overlap in time: they come one after the other here.
create function append_log(
    for_task text, for_key text, for_step text, begins bigint, offsets bigint[], streams text[], times timestamptz[],
    contents bytea[], drops bigint[], channel text)
returns bigint
language plpgsql as $$
declare
    stored bigint;
begin
    perform pg_advisory_xact_lock(hashtextextended(for_task || '/' || for_key, 0));
    select c."offset" + greatest(length(c.bytes), c.dropped) into stored from log_chunks c
        where c.task_id = for_task and c.step_key = for_key order by c."offset" desc limit 1;
    stored := coalesce(stored, 0);
    if stored = begins then
        insert into log_chunks (task_id, step_key, step, "offset", stream, at, bytes, dropped)
            select for_task, for_key, for_step, piece.* from unnest(offsets, streams, times, contents, drops) as piece;
        perform pg_notify(channel, for_task);
    end if;
    return stored;
end
$$;
