-- What was typed into terminals of steps that still run; removed with the step's end.
create table step_inputs (
    task_id text not null,
    step    text not null,
    number  bigint not null,
    bytes   bytea not null,
    rows    integer,
    columns integer,
    ends    boolean not null,
    primary key (task_id, step, number)
);
