-- Which project has used a sandbox of the pool: once cleared it may serve the next task of that one and of no other.
alter table leases add column project text;
