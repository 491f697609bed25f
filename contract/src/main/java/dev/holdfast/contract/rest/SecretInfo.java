package dev.holdfast.contract.rest;

import dev.holdfast.contract.ProjectId;
import java.time.Instant;

/** A stored secret as it is known: without its value. */
public record SecretInfo(ProjectId project, String name, String createdBy, Instant at) {}
