package dev.holdfast.activities.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.StepLimits;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What steps do in every sandbox, whatever it is made of. */
public abstract class StepContract extends SandboxFixture {
    @Test
    void aStepRunsAndTellsItsOutputAndExitCode() {
        try (Supervisor supervisor = provider.connect(start())) {
            Ran ran = run(supervisor, "one", "echo out; echo err >&2; exit 3");

            assertThat(ran.step().outcome()).isEqualTo(OutcomeKind.EXITED);
            assertThat(ran.step().exitCode()).isEqualTo(3);
            assertThat(ran.log().stdout()).isEqualTo("out\n");
            assertThat(ran.log().stderr()).isEqualTo("err\n");
            assertThat(supervisor.hello().sandbox()).isEqualTo(id.value());
        }
    }

    @Test
    void aStepHasLimitsOfItsOwn() {
        StepLimits limits = new StepLimits(DataSize.ofMebibytes(24), null, 100, DataSize.ofMebibytes(1));
        try (Supervisor supervisor = provider.connect(start())) {
            StepRecord greedy = supervisor.start(
                    limited("greedy", "x=$(head -c 90000000 /dev/zero | tr '\\0' x); sleep 60", limits),
                    Duration.ofSeconds(30));
            assertThat(greedy.outcome()).isEqualTo(OutcomeKind.OOM_KILLED);
            assertThat(greedy.reason()).contains("limit of 25165824");

            StepRecord writing = supervisor.start(
                    limited(
                            "writing",
                            "ulimit -n; head -c 2000000 /dev/zero > big; [ $(stat -c %s big) = 1048576 ]",
                            limits),
                    Duration.ofSeconds(30));
            assertThat(writing.exitCode()).isZero();
        }
    }

    private static StepStart limited(String key, String script, StepLimits limits) {
        StepStart plain = shell(key, script);
        return new StepStart(
                plain.step(),
                plain.argv(),
                plain.env(),
                plain.cwd(),
                plain.timeout(),
                plain.grace(),
                plain.stdinOpen(),
                plain.outputLimitBytes(),
                plain.onOutputLimit(),
                plain.background(),
                plain.pty(),
                StepStart.ProcessLimits.of(limits),
                plain.secretFiles());
    }

    @Test
    void startingAStepAgainAttachesToItAndReadsOnFromAnOffset() {
        try (Supervisor supervisor = provider.connect(start())) {
            StepStart step = shell("once", "echo x >> count; echo first; sleep 0.5; echo second; wc -l < count");
            assertThat(supervisor.start(step, Duration.ZERO).attached()).isFalse();
            RecordedLog beginning = new RecordedLog();
            LogRead read = supervisor.readLog("once", 0, 1 << 20, Duration.ofSeconds(10), beginning);
            assertThat(beginning.stdout()).isEqualTo("first\n");

            StepRecord again = supervisor.start(step, Duration.ofSeconds(20));
            RecordedLog rest = new RecordedLog();
            LogRead end = supervisor.readLog("once", read.next(), 1 << 20, Duration.ofSeconds(10), rest);

            assertThat(again.attached()).isTrue();
            assertThat(again.exitCode()).isZero();
            assertThat(rest.stdout()).startsWith("second\n").endsWith("1\n");
            assertThat(end.eof()).isTrue();
        }
    }

    @Test
    void theSameKeyForAnotherCommandIsAConflict() {
        try (Supervisor supervisor = provider.connect(start())) {
            run(supervisor, "key", "true");

            assertThatThrownBy(() -> supervisor.start(shell("key", "false"), Duration.ZERO))
                    .isInstanceOfSatisfying(
                            SandboxException.class, e -> assertThat(e.error()).isEqualTo(SandboxError.CONFLICT));
        }
    }

    @Test
    void standardInputArrivesOnceAlsoWhenSentTwice() {
        try (Supervisor supervisor = provider.connect(start())) {
            StepStart cat = new StepStart(
                    "cat",
                    List.of("cat"),
                    Map.of(),
                    null,
                    Duration.ofSeconds(20),
                    Duration.ofSeconds(1),
                    true,
                    0,
                    dev.holdfast.contract.OutputLimitAction.TRUNCATE,
                    dev.holdfast.contract.BackgroundPolicy.KEEP,
                    null,
                    StepStart.ProcessLimits.NONE,
                    Map.of());
            supervisor.start(cat, Duration.ZERO);
            byte[] input = "abc".getBytes(StandardCharsets.UTF_8);

            assertThat(supervisor.stdin("cat", 0, new ByteArrayInputStream(input), false))
                    .isEqualTo(3);
            assertThat(supervisor.stdin("cat", 0, new ByteArrayInputStream(input), true))
                    .isEqualTo(3);

            RecordedLog log = new RecordedLog();
            assertThat(supervisor.await("cat", Duration.ofSeconds(20)).exitCode())
                    .isZero();
            supervisor.readLog("cat", 0, 100, Duration.ZERO, log);
            assertThat(log.stdout()).isEqualTo("abc");
        }
    }

    @Test
    void stoppingAStepKillsItAndWhatItStarted() {
        try (Supervisor supervisor = provider.connect(start())) {
            supervisor.start(shell("stubborn", "trap '' TERM; sleep 300 & sleep 300"), Duration.ZERO);

            StepRecord stopped = supervisor.stop("stubborn", Duration.ofMillis(100), Supervisor.StopReason.CANCELLED);

            assertThat(stopped.ended()).isTrue();
            assertThat(stopped.outcome()).isEqualTo(OutcomeKind.CANCELLED);
        }
    }

    @Test
    void anotherWorkerRecoversTheSandboxAndTheStepInIt() {
        SandboxHandle handle = start();
        try (Supervisor supervisor = provider.connect(handle)) {
            supervisor.start(shell("long", "echo started; sleep 1; exit 7"), Duration.ZERO);
        }
        try (SandboxProvider secondWorker = open(config(home))) {
            SandboxHandle recovered = secondWorker.recover(id).orElseThrow();
            assertThat(recovered).isEqualTo(handle);
            try (Supervisor supervisor = secondWorker.connect(SandboxHandle.fromJson(handle.toJson()))) {
                assertThat(supervisor.await("long", Duration.ofSeconds(20)).exitCode())
                        .isEqualTo(7);
            }
        }
    }
}
