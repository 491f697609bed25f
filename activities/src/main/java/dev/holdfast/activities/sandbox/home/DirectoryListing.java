package dev.holdfast.activities.sandbox.home;

import dev.holdfast.activities.sandbox.Inspection;
import dev.holdfast.activities.sandbox.ListedSandbox;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.contract.Executor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The sandboxes of an executor that has no list of its own: those whose directories say that they are its. */
public final class DirectoryListing {
    private final SandboxHome home;
    private final Executor kind;

    public DirectoryListing(SandboxHome home, Executor kind) {
        this.home = home;
        this.kind = kind;
    }

    public List<ListedSandbox> of(Function<SandboxId, Inspection> inspect) {
        List<ListedSandbox> all = new ArrayList<>();
        for (SandboxDirectory directory : home.directories()) {
            Optional<About> about = directory.about();
            if (about.isEmpty()) {
                // A crash came before it was written down whose it is; nothing but the directory was made then.
                directory.createdAt().ifPresent(at -> all.add(ListedSandbox.nameless(directory.id(), at)));
            } else if (about.get().executor() == kind) {
                all.add(listed(about.get(), inspect.apply(directory.id())));
            }
        }
        return all;
    }

    private static ListedSandbox listed(About about, Inspection inspection) {
        ListedSandbox.State state = switch (inspection) {
            case Inspection.Running running -> ListedSandbox.State.RUNNING;
            case Inspection.Dead dead -> ListedSandbox.State.DEAD;
            case Inspection.Absent absent -> ListedSandbox.State.REMAINS;
        };
        return new ListedSandbox(about.id(), state, about.createdAt(), about.task(), about.project(), about.labels());
    }
}
