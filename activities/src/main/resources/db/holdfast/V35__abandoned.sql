-- What a task had on a host that was lost. When the host comes back and gets the task again, that is removed before the task
-- begins anew: a command of it may still run there.
alter table leases add column abandoned boolean not null default false;
