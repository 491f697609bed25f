package dev.holdfast.contract.rest;

/** What came into an open task's workspace. */
public record FilesBrought(long files, long bytes) {}
