package dev.holdfast.activities.sandbox.container;

import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.home.Mounts;
import dev.holdfast.activities.sandbox.home.Patience;
import dev.holdfast.activities.sandbox.home.SandboxDirectory;
import dev.holdfast.activities.sandbox.home.Verification;
import dev.holdfast.activities.sandbox.home.Workspaces;
import dev.holdfast.contract.Receipt;
import java.time.Duration;
import java.util.List;

/** Removes a container that no engine knows of, and all that belonged to it, and looks afterwards. */
final class OciRemoval {
    private static final Duration UNTIL_GONE = Duration.ofSeconds(20);

    private final OciRuntime runtime;
    private final Supervision supervision;
    private final ControlGroup group;
    private final SandboxDirectory directory;

    OciRemoval(OciRuntime runtime, Supervision supervision, ControlGroup group, SandboxDirectory directory) {
        this.runtime = runtime;
        this.supervision = supervision;
        this.group = group;
        this.directory = directory;
    }

    Receipt destroy() {
        SandboxId id = directory.id();
        if (group.populated()) {
            supervision.askToEnd(id, () -> Patience.until(UNTIL_GONE, () -> !group.populated()));
        }
        clear();
        if (Mounts.below(directory.path()).isEmpty()) {
            directory.remove();
        }
        return new Verification()
                .lookedFor("container", runtime.knows(id.value()) || group.exists() ? List.of(id.value()) : List.of())
                .lookedFor(directory)
                .lookedFor("processes", group.processes())
                .receipt(id);
    }

    /** Everything but the directory. */
    void clear() {
        group.remove();
        runtime.forget(directory.id().value());
        Workspaces.unmount(directory);
    }
}
