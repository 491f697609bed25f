package dev.holdfast.activities.sandbox.container;

import com.github.dockerjava.api.model.Container;
import dev.holdfast.activities.sandbox.ListedSandbox;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.home.About;
import dev.holdfast.activities.sandbox.home.SandboxDirectory;
import dev.holdfast.activities.sandbox.home.SandboxHome;
import dev.holdfast.contract.Executor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** What is ours: containers by their labels, and directories that have none. */
final class ContainerListing {
    private final SandboxHome home;
    private final Executor kind;

    ContainerListing(SandboxHome home, Executor kind) {
        this.home = home;
        this.kind = kind;
    }

    List<ListedSandbox> of(List<Container> containers) {
        List<ListedSandbox> all = new ArrayList<>();
        Set<SandboxId> seen = new HashSet<>();
        for (Container container : containers) {
            String name = container.getLabels().get(Labels.SANDBOX);
            if (name != null && SandboxId.isOne(name) && seen.add(new SandboxId(name))) {
                all.add(listed(new SandboxId(name), container));
            }
        }
        for (SandboxDirectory directory : home.directories()) {
            if (!seen.contains(directory.id())) {
                remains(directory).ifPresent(all::add);
            }
        }
        return all;
    }

    private static ListedSandbox listed(SandboxId id, Container container) {
        Map<String, String> labels = container.getLabels();
        return new ListedSandbox(
                id,
                state(Objects.requireNonNullElse(container.getState(), "")),
                Instant.ofEpochSecond(container.getCreated()),
                Labels.task(labels),
                Labels.project(labels),
                Labels.callers(labels));
    }

    private static ListedSandbox.State state(String word) {
        return switch (word) {
            case "created", "configured", "initialized" -> ListedSandbox.State.CREATED;
            case "running", "paused", "restarting" -> ListedSandbox.State.RUNNING;
            default -> ListedSandbox.State.DEAD;
        };
    }

    /** One that nobody wrote down whose it is may have mounts below it all the same: a removal that came only half way. */
    private Optional<ListedSandbox> remains(SandboxDirectory directory) {
        Optional<About> about = directory.about();
        return about.isPresent()
                ? about.filter(known -> known.executor() == kind).map(ContainerListing::remains)
                : directory.createdAt().map(at -> ListedSandbox.nameless(directory.id(), at));
    }

    private static ListedSandbox remains(About about) {
        return new ListedSandbox(
                about.id(),
                ListedSandbox.State.REMAINS,
                about.createdAt(),
                about.task(),
                about.project(),
                about.labels());
    }
}
