package dev.holdfast.contract.rest;

/** An upload, to be named by its hash in a task's files. */
public record StoredFile(String sha256, long size) {}
