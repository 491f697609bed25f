package dev.holdfast.contract.rest;

import dev.holdfast.contract.ResourceSample;
import java.util.List;

/** What a task's sandbox used while it ran, in the order of time. */
public record UsageList(List<ResourceSample> samples) {}
