-- What a worker did of a task at once, kept before anybody hears how it ended. Temporal's history has it only when the whole
-- task is over; a worker that takes it up after a crash must not come to another end.
alter table placements add column begun jsonb;
