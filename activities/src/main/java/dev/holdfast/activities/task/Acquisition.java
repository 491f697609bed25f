package dev.holdfast.activities.task;

import dev.holdfast.activities.history.Leases;
import dev.holdfast.activities.history.Leases.Lease;
import dev.holdfast.activities.pool.Profile;
import dev.holdfast.activities.pool.WarmPool;
import dev.holdfast.activities.sandbox.Progress;
import dev.holdfast.activities.sandbox.SandboxHandle;
import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.activities.sandbox.SandboxProvider;
import dev.holdfast.activities.sandbox.SandboxRequest;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.workflows.Reservation;
import dev.holdfast.workflows.Sandbox;
import dev.holdfast.workflows.SandboxActivities.AcquireRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
        Optional<SandboxHandle> mine = recoverLeased(taskId, provider);
        if (mine.isPresent()) {
            return sandbox(mine.get(), taskId);
        }
        Instant deadline = Instant.now().plus(lease);
        Optional<SandboxHandle> warm = pool.claim(profile(request), taskId, deadline);
        if (warm.isPresent()) {
            return sandbox(warm.get(), taskId);
        }
        SandboxRequest wanted = wanted(request);
        // Before the sandbox is made, so that there is never one without a lease.
        leases.take(new Lease(wanted.id().value(), taskId, host.id(), reservation.executor(), Instant.now(), deadline));
        return sandbox(provider.start(wanted, progress), taskId);
    }

    /** An earlier attempt may have got one and never said so. */
    private Optional<SandboxHandle> recoverLeased(TaskId taskId, SandboxProvider provider) {
        for (Lease known : leases.ofTask(taskId)) {
            Optional<SandboxHandle> handle = provider.recover(new SandboxId(known.sandboxId()));
            if (handle.isPresent()) {
                return handle;
            }
        }
        return Optional.empty();
    }

    private static Sandbox sandbox(SandboxHandle handle, TaskId taskId) {
        boolean warm = !handle.id().equals(SandboxId.of(taskId));
        return new Sandbox(handle.id().value(), handle.toJson(), handle.imageDigest(), warm);
    }

    private static Profile profile(AcquireRequest request) {
        Reservation reservation = request.reservation();
        return new Profile(
                reservation.executor(),
                reservation.image(),
                reservation.limits(),
                request.task().spec().network());
    }

    private SandboxRequest wanted(AcquireRequest request) {
        TaskSpec spec = request.task().spec();
        TaskId taskId = request.task().taskId();
        return new SandboxRequest(
                SandboxId.of(taskId),
                taskId,
                spec.project(),
                request.reservation().image(),
                request.reservation().limits(),
                spec.network(),
                Map.of(),
                null,
                List.of(),
                null,
                Map.of(),
                lease);
    }
}
