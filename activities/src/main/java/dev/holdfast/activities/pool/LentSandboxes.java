package dev.holdfast.activities.pool;

import dev.holdfast.activities.sandbox.SandboxId;
import dev.holdfast.contract.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sandboxes of the pool that tasks have, or that are being cleared on their way back. */
final class LentSandboxes {
    /** One that was lent longer ago is not expected back soon, so another one is made. */
    private static final Duration BACK_SOON = Duration.ofSeconds(10);

    private final Map<SandboxId, Lent> lent = new ConcurrentHashMap<>();
    private final Map<SandboxId, Lent> returning = new ConcurrentHashMap<>();

    void add(Lent one) {
        lent.put(one.waiting().handle().id(), one);
    }

    @Nullable Lent find(SandboxId id) {
        return lent.get(id);
    }

    /** From the task that has it now, to one caller only, who says when it has arrived, or will not. */
    @Nullable Lent bringBack(SandboxId id, TaskId task) {
        Lent was = lent.get(id);
        if (was == null || !was.task().equals(task) || returning.putIfAbsent(id, was) != null) {
            return null;
        }
        if (lent.remove(id, was)) {
            return was;
        }
        arrived(id);
        return null;
    }

    void arrived(SandboxId id) {
        returning.remove(id);
    }

    void forget(SandboxId id) {
        lent.remove(id);
    }

    void forgetAllBut(Set<String> known) {
        lent.keySet().removeIf(id -> !known.contains(id.value()));
    }

    long backSoon(Profile profile) {
        Instant recently = Instant.now().minus(BACK_SOON);
        return Stream.of(lent, returning)
                .flatMap(all -> all.values().stream())
                .filter(one -> one.profile().equals(profile) && one.since().isAfter(recently))
                .count();
    }
}
