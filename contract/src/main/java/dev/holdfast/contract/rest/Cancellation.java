package dev.holdfast.contract.rest;

import org.jspecify.annotations.Nullable;

/** Why a task is to end early. */
public record Cancellation(@Nullable String reason) {}
