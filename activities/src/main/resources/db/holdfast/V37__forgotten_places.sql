-- How a task ended is kept here as well, and went nowhere when the task was removed: its id, used again, found it.
delete from placements p
where left_at < now() - interval '1 day' and not exists (select from tasks t where t.task_id = p.task_id);
