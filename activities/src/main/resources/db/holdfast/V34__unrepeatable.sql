-- When a command that may not be run again was about to begin on the task's host. Temporal's history may not have a word of
-- it yet, so it is the database that keeps such a task from being moved to another host.
alter table placements add column unrepeatable_at timestamptz;
