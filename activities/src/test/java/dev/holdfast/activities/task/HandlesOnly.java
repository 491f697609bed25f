package dev.holdfast.activities.task;

import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.RefusingSandboxes;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.contract.Executor;

/** Sandboxes that are nothing but handles. */
abstract class HandlesOnly extends RefusingSandboxes {
    @Override
    public SandboxHandle start(SandboxRequest request, Progress progress) {
        return handle(request.id());
    }

    static SandboxHandle handle(SandboxId id) {
        return new SandboxHandle(Executor.DOCKER, id, "native", "/workspace", null, null);
    }
}
