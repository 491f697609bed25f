package dev.holdfast.activities.reaper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.activities.history.Leases.Lease;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.TaskId;
import dev.holdfast.workflows.ReaperActivities.ReapRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReaperTest {
    private static final Duration GRACE = Duration.ofMinutes(2);
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private final FakeLeases leases = new FakeLeases();
    private final FakeSandboxes sandboxes = new FakeSandboxes();
    private final Set<TaskId> open = new HashSet<>();
    private Instant now = NOON;
    private long ticks;

    private final Reaper reaper = new Reaper(
            "host", leases, () -> List.of(sandboxes), open::contains, GRACE, new MovableClock(), () -> ticks);

    @Test
    void whatIsOldAndHasNoLeaseIsRemoved() {
        sandboxes.add("hf-orphan-00000000", NOON.minus(Duration.ofHours(1)));
        sandboxes.add("hf-young-00000000", NOON.minus(Duration.ofSeconds(1)));

        assertThat(reaper.reap(new ReapRequest(false)).removed()).containsExactly("hf-orphan-00000000");
        assertThat(sandboxes.there()).containsExactly("hf-young-00000000");
    }

    @Test
    void aDryRunOnlySaysWhatItWouldRemove() {
        sandboxes.add("hf-orphan-00000000", NOON.minus(Duration.ofHours(1)));

        assertThat(reaper.reap(new ReapRequest(true)).removed()).containsExactly("hf-orphan-00000000");
        assertThat(sandboxes.there()).containsExactly("hf-orphan-00000000");
    }

    @Test
    void aSandboxWhoseTaskHasEndedIsRemovedAndItsLeaseGivenBack() {
        sandboxes.add("hf-a-00000000", NOON.minus(Duration.ofHours(1)));
        lease("hf-a-00000000", "ended", NOON.plus(Duration.ofMinutes(5)));

        assertThat(reaper.reap(new ReapRequest(false)).removed()).containsExactly("hf-a-00000000");
        assertThat(leases.held()).isEmpty();
    }

    @Test
    void aLeaseOfASandboxThatIsNotThereIsGivenBackOnceItsTaskHasEnded() {
        lease("hf-never-made-00000000", "ended", NOON.plus(Duration.ofMinutes(5)));
        lease("hf-being-made-00000000", "open", NOON.plus(Duration.ofMinutes(5)));
        open.add(new TaskId("open"));

        reaper.reap(new ReapRequest(false));

        assertThat(leases.held()).containsExactly("hf-being-made-00000000");
    }

    @Test
    void aClockThatIsMovedByAnHourTakesNoSandboxFromAnOpenTask() {
        sandboxes.add("hf-a-00000000", NOON.minus(Duration.ofMinutes(3)));
        lease("hf-a-00000000", "open", NOON.plus(Duration.ofMinutes(5)));
        open.add(new TaskId("open"));

        now = NOON.plus(Duration.ofHours(1));
        reaper.reap(new ReapRequest(false));
        ticks += Duration.ofSeconds(30).toNanos();
        lease("hf-a-00000000", "open", now.plus(Duration.ofMinutes(5))); // its worker renews it
        now = now.plus(Duration.ofHours(1));
        reaper.reap(new ReapRequest(false));
        ticks += Duration.ofSeconds(30).toNanos();

        assertThat(reaper.reap(new ReapRequest(false)).removed()).isEmpty();
        assertThat(sandboxes.there()).containsExactly("hf-a-00000000");
    }

    @Test
    void aLeaseThatNobodyRenewsEndsTheSandboxOfAnOpenTask() {
        sandboxes.add("hf-a-00000000", NOON.minus(Duration.ofHours(1)));
        lease("hf-a-00000000", "open", NOON.minus(Duration.ofMinutes(1)));
        open.add(new TaskId("open"));

        reaper.reap(new ReapRequest(false));
        assertThat(sandboxes.there()).containsExactly("hf-a-00000000");
        ticks += Reaper.RENEWED_WITHIN.toNanos();

        assertThat(reaper.reap(new ReapRequest(false)).removed()).containsExactly("hf-a-00000000");
    }

    private void lease(String sandbox, @Nullable String task, Instant deadline) {
        leases.take(new Lease(
                sandbox,
                task == null ? null : new TaskId(task),
                "host",
                Executor.DOCKER,
                NOON.minus(Duration.ofHours(1)),
                deadline));
    }

    /** Shows what the test says. */
    private final class MovableClock extends Clock {
        @Override
        public ZoneOffset getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(java.time.ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }
}
