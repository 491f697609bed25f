package dev.holdfast.examples.temporal;

import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** A workflow of the caller's own that has a sandbox do a part of its work. */
@WorkflowInterface
public interface BuildWorkflow {
    /** What the sandbox said. */
    @WorkflowMethod
    String build(String what);
}
