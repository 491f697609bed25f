package dev.holdfast.devstack.control;

/** How a process is asked to end. */
public enum StopSignal {
    TERM,
    /** PostgreSQL's way to end without waiting for its clients. */
    INT,
    KILL
}
