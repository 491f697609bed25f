package dev.holdfast.activities.reaper;

import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.activities.sandbox.Supervisor;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers where each sandbox is heard: one lives on while its engine is away, which would have to be asked. */
final class DeadMansSwitches {
    private final Map<SandboxId, SandboxHandle> handles = new ConcurrentHashMap<>();

    void putOff(SandboxProvider provider, SandboxId id, Duration time) {
        SandboxHandle known = handles.get(id);
        if (known == null || !heard(provider, known, time)) {
            SandboxHandle found = provider.recover(id)
                    .orElseThrow(() -> new SandboxException(SandboxError.SANDBOX_LOST, "it does not run any more"));
            tell(provider, found, time);
            handles.put(id, found);
        }
    }

    void forgetAllBut(Collection<SandboxId> known) {
        handles.keySet().retainAll(known);
    }

    /** One that was recycled is heard elsewhere. */
    private static boolean heard(SandboxProvider provider, SandboxHandle handle, Duration time) {
        try {
            tell(provider, handle, time);
            return true;
        } catch (SandboxException elsewhere) {
            return false;
        }
    }

    private static void tell(SandboxProvider provider, SandboxHandle handle, Duration time) {
        try (Supervisor supervisor = provider.connect(handle)) {
            supervisor.lease(time);
        }
    }
}
