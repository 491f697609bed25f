package dev.holdfast.activities.sandbox;

import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Receipt;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes, finds and removes sandboxes of one executor on this host. Several workers, also of other processes, may use the
 * same host: everything is found by name and label, nothing by memory. All methods block and may be called from many
 * (virtual) threads; all failures are {@link SandboxException}s.
 */
public interface SandboxProvider extends AutoCloseable {
    /** {@code DOCKER}, {@code PODMAN}, {@code OCI} or {@code LOCAL}. */
    Executor executor();

    /** What makes the sandboxes, in words, e.g. the engine's name, version and address. */
    String description();

    /**
     * Brings the image here when it is not, the operator's default when null; throws when it cannot be had. Does nothing
     * where sandboxes have no image. {@link #start} does it too; this is for asking beforehand.
     */
    void ensureImage(@Nullable String image, Progress progress);

    /**
     * Makes the sandbox and returns when its supervisor answers. When it is there already (an earlier call whose reply was
     * lost, another worker) that one is adopted; one that is dead by now is never started a second time but reported as
     * {@code sandbox_lost}, because steps may have run in it. A failure leaves nothing that {@link #destroy} does not find.
     */
    SandboxHandle start(SandboxRequest request, Progress progress);

    /** Finds a running sandbox that this or an earlier worker made. */
    Optional<SandboxHandle> recover(SandboxId id);

    /**
     * A client of its supervisor. Does not talk to it yet; its calls fail with {@code supervisor_unreachable} while it does
     * not answer and with {@code sandbox_lost} when the sandbox is known to be dead or gone.
     */
    Supervisor connect(SandboxHandle handle);

    /**
     * Clears a sandbox for the next task of the same project: every process is gone, every place that can be written to is
     * empty, and both were checked. The handle that was given is of no use afterwards, the one that is answered is. Throws
     * {@code refused} when something is left or this kind of sandbox cannot be cleared; then it is to be destroyed.
     */
    SandboxHandle recycle(SandboxHandle handle);

    /** Ends all steps and the sandbox, which stays as remains; one that does not run is left alone. */
    void stop(SandboxHandle handle, Duration grace);

    /**
     * Removes the sandbox and all that belonged to it, in whatever state it is, and verifies it: container, volumes,
     * network, mounts, directory, processes. Gone already is success. What could not be removed is named in the receipt; an
     * engine that does not answer is an exception.
     */
    Receipt destroy(SandboxId id);

    Inspection inspect(SandboxId id);

    /** Everything of this installation on this host, in any state. */
    List<ListedSandbox> list();

    /** Gives connections back; sandboxes live on. */
    @Override
    void close();
}
