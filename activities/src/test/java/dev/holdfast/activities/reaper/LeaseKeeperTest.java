package dev.holdfast.activities.reaper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.holdfast.activities.history.Leases.Lease;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.TaskId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LeaseKeeperTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Duration LEASE = Duration.ofMinutes(10);
    private static final String A = "hf-a-00000000";
    private static final String B = "hf-b-00000000";
    private static final String TOLD_A = A + " by PT10M";
    private static final String TOLD_B = B + " by PT10M";

    private final FakeLeases leases = new FakeLeases();
    private final SwitchedSandboxes sandboxes = new SwitchedSandboxes();
    private final Set<TaskId> ended = new HashSet<>();
    private Instant now = NOON;

    private final LeaseKeeper keeper = new LeaseKeeper(
            "host", LEASE, leases, executor -> sandboxes, task -> !ended.contains(task), new MovableClock());

    @Test
    void whatATaskHasIsKeptAliveInTheSandboxAndInItsRow() {
        given(A, "one", Duration.ofMinutes(7));

        keeper.keep();

        assertThat(sandboxes.putOff).containsExactly(TOLD_A);
        assertThat(leases.deadline(A)).isEqualTo(NOON.plus(LEASE));
    }

    @Test
    void whatHasMostOfItsTimeLeftIsLeftAlone() {
        given(A, "one", Duration.ofMinutes(8));
        sandboxes.engineAway(true);

        keeper.keep();

        assertThat(sandboxes.putOff).isEmpty();
        assertThat(leases.deadline(A)).isEqualTo(NOON.plus(Duration.ofMinutes(8)));
    }

    @Test
    void whatWaitsInThePoolIsThePoolsOwnConcern() {
        given(A, null, Duration.ofMinutes(1));

        keeper.keep();

        assertThat(sandboxes.putOff).isEmpty();
    }

    @Test
    void whatATaskHadThatHasEndedRunsOut() {
        given(A, "ended", Duration.ofMinutes(1));
        ended.add(new TaskId("ended"));

        keeper.keep();

        assertThat(sandboxes.putOff).isEmpty();
        assertThat(leases.deadline(A)).isEqualTo(NOON.plus(Duration.ofMinutes(1)));
    }

    @Test
    void aSandboxThatDoesNotAnswerRunsOutAndTheOthersLiveOn() {
        given(A, "one", Duration.ofMinutes(1));
        given(B, "two", Duration.ofMinutes(1));
        sandboxes.end(A);

        keeper.keep();

        assertThat(leases.deadline(A)).isEqualTo(NOON.plus(Duration.ofMinutes(1)));
        assertThat(leases.deadline(B)).isEqualTo(NOON.plus(LEASE));
    }

    @Test
    void aSandboxThatDoesNotAnswerIsToldOfOnce() {
        given(A, "one", Duration.ofMinutes(1));
        sandboxes.end(A);
        ListAppender<ILoggingEvent> told = new ListAppender<>();
        told.start();
        Logger log = (Logger) LoggerFactory.getLogger(LeaseKeeper.class);
        log.addAppender(told);

        keeper.keep();
        keeper.keep();

        log.detachAppender(told);
        assertThat(told.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .singleElement()
                .asString()
                .contains(A);
    }

    @Test
    void aSandboxThatHangsCostsTheOthersNoTime() throws InterruptedException {
        given(A, "one", Duration.ofMinutes(1));
        given(B, "two", Duration.ofMinutes(1));
        CountDownLatch over = new CountDownLatch(1);
        sandboxes.hang(A, over);

        Thread round = Thread.ofVirtual().start(keeper::keep);
        await().untilAsserted(() -> assertThat(sandboxes.putOff).containsExactly(TOLD_B));
        over.countDown();
        round.join();

        assertThat(sandboxes.putOff).containsExactly(TOLD_B, TOLD_A);
    }

    @Test
    void whileTheDatabaseIsAwayTheSandboxesOfTheLastLookLiveOn() {
        given(A, "one", Duration.ofMinutes(10));
        keeper.keep();
        leases.there(false);

        pass(Duration.ofMinutes(9));
        keeper.keep();
        pass(Duration.ofMinutes(1));
        keeper.keep();
        pass(Duration.ofMinutes(8));
        keeper.keep();

        assertThat(sandboxes.putOff).as("each time most of it was over").containsExactly(TOLD_A, TOLD_A);
        leases.there(true);

        keeper.keep();

        assertThat(leases.deadline(A)).isEqualTo(now.plus(LEASE));
    }

    @Test
    void whileTheEngineIsAwayTheSandboxesThatWereHeardBeforeLiveOn() {
        given(A, "one", Duration.ofMinutes(5));
        keeper.keep();
        sandboxes.engineAway(true);

        pass(Duration.ofMinutes(9));
        keeper.keep();

        assertThat(leases.deadline(A)).isEqualTo(now.plus(LEASE));
    }

    @Test
    void aSandboxThatWasClearedForAnotherTaskIsFoundAgain() {
        given(A, "one", Duration.ofMinutes(5));
        keeper.keep();
        sandboxes.recycle(A);
        lease(A, "another", Duration.ofMinutes(5));

        keeper.keep();

        assertThat(leases.deadline(A)).isEqualTo(now.plus(LEASE));
    }

    @Test
    void aClockThatIsSetBackEndsNoSandbox() {
        given(A, "one", Duration.ofMinutes(10));
        now = NOON.minus(Duration.ofHours(1));

        keeper.keep();

        assertThat(sandboxes.putOff).containsExactly(TOLD_A);
        assertThat(leases.deadline(A)).isEqualTo(now.plus(LEASE));
    }

    @Test
    void aShortLeaseIsLookedAtMoreOften() {
        assertThat(keeper.interval()).isEqualTo(Duration.ofSeconds(15));
        assertThat(new LeaseKeeper(
                                "host",
                                Duration.ofSeconds(4),
                                leases,
                                executor -> sandboxes,
                                task -> true,
                                Clock.systemUTC())
                        .interval())
                .isEqualTo(Duration.ofSeconds(1));
    }

    private void given(String sandbox, @Nullable String task, Duration left) {
        sandboxes.add(sandbox);
        lease(sandbox, task, left);
    }

    private void lease(String sandbox, @Nullable String task, Duration left) {
        leases.take(new Lease(
                sandbox, task == null ? null : new TaskId(task), "host", Executor.DOCKER, NOON, now.plus(left)));
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    /** Shows what the test says. */
    private final class MovableClock extends Clock {
        @Override
        public ZoneOffset getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }
}
