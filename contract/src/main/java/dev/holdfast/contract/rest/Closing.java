package dev.holdfast.contract.rest;

import org.jspecify.annotations.Nullable;

/** Why an open task is closed. */
public record Closing(@Nullable String reason) {}
