package dev.holdfast.activities.sandbox;

import dev.holdfast.activities.sandbox.container.ContainerProvider;
import dev.holdfast.activities.sandbox.container.OciProvider;
import dev.holdfast.activities.sandbox.local.LocalProvider;
import dev.holdfast.contract.Executor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The executors of this host, each opened when it is first needed and kept. An engine that starts later is found then. */
public final class SandboxProviders implements AutoCloseable {
    private final SandboxConfig config;
    private final List<SandboxProvider> opened = new ArrayList<>();

    public SandboxProviders(SandboxConfig config) {
        this.config = config;
    }

    public ExecutorSelection selection() {
        return new ExecutorSelection(this::of);
    }

    /** @param executor {@code AUTO} means any container engine; throws {@code engine_unavailable} when there is none */
    public synchronized SandboxProvider of(Executor executor) {
        for (SandboxProvider known : opened) {
            if (fits(known, executor)) {
                return known;
            }
        }
        SandboxProvider fresh = switch (executor) {
            case AUTO -> ContainerProvider.open(config, null);
            case DOCKER, PODMAN -> ContainerProvider.open(config, executor);
            case OCI -> OciProvider.open(config);
            case LOCAL -> LocalProvider.open(config);
        };
        opened.add(fresh);
        return fresh;
    }

    /** All that can be used now, e.g. for a reaper: local sandboxes always, engines that answer. */
    public List<SandboxProvider> available() {
        List<SandboxProvider> available = new ArrayList<>();
        for (Executor executor : List.of(Executor.LOCAL, Executor.DOCKER, Executor.PODMAN, Executor.OCI)) {
            SandboxProvider provider = ifThere(executor);
            if (provider != null) {
                available.add(provider);
            }
        }
        return available;
    }

    private @Nullable SandboxProvider ifThere(Executor executor) {
        try {
            return of(executor);
        } catch (SandboxException none) {
            if (none.error() == SandboxError.ENGINE_UNAVAILABLE) {
                return null;
            }
            throw none;
        }
    }

    private static boolean fits(SandboxProvider provider, Executor wanted) {
        Executor kind = provider.executor();
        return wanted == Executor.AUTO ? kind == Executor.DOCKER || kind == Executor.PODMAN : kind == wanted;
    }

    @Override
    public synchronized void close() {
        opened.forEach(SandboxProvider::close);
        opened.clear();
    }
}
