package dev.holdfast.activities.task;

import dev.holdfast.activities.history.Leases;
import dev.holdfast.activities.history.Leases.Lease;
import dev.holdfast.activities.pool.Profile;
import dev.holdfast.activities.pool.WarmPool;
import dev.holdfast.activities.sandbox.HostDirectory;
import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.contract.DirectorySpec;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.workflows.Reservation;
import dev.holdfast.workflows.Sandbox;
import dev.holdfast.workflows.SandboxActivities.AcquireRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** How a task comes to its sandbox: the one it has already, a warm one, or a new one. */
final class Acquisition {
    private final Host host;
    private final Duration lease;
    private final Sandboxes sandboxes;
    private final WarmPool pool;
    private final Leases leases;

    Acquisition(Host host, Duration lease, Sandboxes sandboxes, WarmPool pool, Leases leases) {
        this.host = host;
        this.lease = lease;
        this.sandboxes = sandboxes;
        this.pool = pool;
        this.leases = leases;
    }

    Sandbox acquire(AcquireRequest request, Progress progress) {
        TaskId taskId = request.task().taskId();
        Reservation reservation = request.reservation();
        SandboxProvider provider = sandboxes.of(reservation.executor());
        // Nothing comes of this when the task has a sandbox already.
        Optional<SandboxHandle> warm = warm(request);
        if (warm.isPresent()) {
            return sandbox(warm.get(), taskId);
        }
        List<Lease> known = leases.ofTask(taskId);
        known.forEach(this::removeAbandoned);
        Optional<SandboxHandle> mine = recoverLeased(taskId, known, provider);
        if (mine.isPresent()) {
            return sandbox(mine.get(), taskId);
        }
        SandboxRequest wanted = wanted(request, idFor(taskId, known));
        // Before the sandbox is made, so that there is never one without a lease.
        Instant now = Instant.now();
        leases.take(new Lease(wanted.id().value(), taskId, host.id(), reservation.executor(), now, now.plus(lease)));
        return sandbox(provider.start(wanted, progress), taskId);
    }

    /** A host that counted as lost may get the task again, while a command that it had begun there still runs. */
    private void removeAbandoned(Lease known) {
        if (!known.abandoned() || !known.host().equals(host.id())) {
            return;
        }
        SandboxId id = new SandboxId(known.sandboxId());
        Receipt receipt = sandboxes.of(known.executor()).destroy(id);
        leases.giveBack(known.sandboxId(), known.taskId(), receipt);
        if (receipt.state() != Receipt.State.CLEAN) {
            throw new SandboxException(
                    SandboxError.INTERNAL,
                    "sandbox " + id + ", which the task had on this host before, is not gone: "
                            + String.join(", ", receipt.left()));
        }
    }

    /** An earlier attempt may have got one and never said so. */
    private Optional<SandboxHandle> recoverLeased(TaskId taskId, List<Lease> leased, SandboxProvider provider) {
        for (Lease known : leased) {
            if (known.host().equals(host.id()) && !known.abandoned()) {
                SandboxId id = new SandboxId(known.sandboxId());
                Optional<SandboxHandle> handle = provider.recover(id);
                if (handle.isPresent()) {
                    return handle;
                }
                requireNotOfThePool(id, taskId);
            }
        }
        return Optional.empty();
    }

    /**
     * One of the pool was ready when the task got it, so a step may have run in it, and would run twice in another. Whether
     * one that is made for the task ever was ready is for its provider to say.
     */
    private void requireNotOfThePool(SandboxId id, TaskId taskId) {
        if (!id.equals(SandboxId.of(taskId)) && !id.equals(movedHere(taskId))) {
            throw new SandboxException(
                    SandboxError.SANDBOX_LOST,
                    "sandbox " + id + ", which an earlier attempt had got, is gone; a step may have run in it");
        }
    }

    private static Sandbox sandbox(SandboxHandle handle, TaskId taskId) {
        boolean warm = !handle.id().equals(SandboxId.of(taskId));
        return new Sandbox(handle.id().value(), handle.toJson(), handle.imageDigest(), warm);
    }

    /** What waits in the pool has a fresh workspace, the operator's runtime and nothing else. */
    private Optional<SandboxHandle> warm(AcquireRequest request) {
        TaskSpec spec = request.task().spec();
        return spec.storage().isEmpty() && spec.runtime() == null
                ? pool.claim(profile(request), spec.project(), request.task().taskId())
                : Optional.empty();
    }

    private static Profile profile(AcquireRequest request) {
        Reservation reservation = request.reservation();
        return new Profile(
                reservation.executor(),
                reservation.image(),
                reservation.limits(),
                request.task().spec().network());
    }

    private static @Nullable HostDirectory directory(TaskSpec spec) {
        DirectorySpec dir = spec.storage().dir();
        return dir == null ? null : new HostDirectory(Path.of(dir.path()), dir.readOnly());
    }

    /** A task that was moved may still have one of its usual name on a host that comes back. */
    private SandboxId idFor(TaskId taskId, List<Lease> known) {
        boolean moved = known.stream().anyMatch(lease -> !lease.host().equals(host.id()));
        return moved ? movedHere(taskId) : SandboxId.of(taskId);
    }

    private SandboxId movedHere(TaskId taskId) {
        byte[] name = (taskId + " on " + host.id()).getBytes(StandardCharsets.UTF_8);
        return SandboxId.named("moved-" + UUID.nameUUIDFromBytes(name));
    }

    private SandboxRequest wanted(AcquireRequest request, SandboxId id) {
        TaskSpec spec = request.task().spec();
        TaskId taskId = request.task().taskId();
        return new SandboxRequest(
                id,
                taskId,
                spec.project(),
                request.reservation().image(),
                request.reservation().limits(),
                spec.network(),
                Map.of(),
                directory(spec),
                List.of(),
                spec.runtime(),
                Map.of(),
                lease,
                spec.storage().volume(),
                spec.storage().caches());
    }
}
