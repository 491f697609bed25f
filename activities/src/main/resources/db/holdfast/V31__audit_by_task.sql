-- All that was done to one task, its commands (TASK/STEP) included: by bytes, whatever the database's language.
create index audit_of_target on audit (target collate "C", number);
drop index audit_by_target;
