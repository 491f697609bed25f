package dev.holdfast.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.Artifact;
import dev.holdfast.contract.Command;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.OpenSpec;
import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.Oversized;
import dev.holdfast.contract.ResourceUsage;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.TaskState;
import dev.holdfast.workflows.HistoryActivities.HistoryEntry;
import dev.holdfast.workflows.SandboxActivities.Collected;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is known of a task fits into a payload, however much there is of it. */
class TaskProgressTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678901Z");
    private static final TaskSpec OPEN = TaskSpec.of().withOpen(new OpenSpec(Duration.ofHours(1), Duration.ofHours(1)));
    private static final TaskSpec LARGE =
            OPEN.withFiles(List.of(InputFile.text("a", "x".repeat(60_000)))).withEnv(Map.of("A", "x".repeat(30_000)));

    private final AskedSteps asked = new AskedSteps(null);

    @Test
    void fiveHundredStepsOfASmallSpecFit() {
        TaskProgress progress = progress(OPEN);

        StepResult usual = step("usual")
                .with(step -> step.outcome(OutcomeKind.EXITED)
                        .exitCode(0)
                        .signal(null)
                        .reason(null)
                        .build());

        assertThat(stepsTaken(progress, 500, 40, usual)).isEqualTo(500);

        assertFits(progress, OPEN);
        assertThat(progress.snapshot().steps()).hasSize(500);
        assertThat(progress.snapshot().steps())
                .last()
                .extracting(StepResult::resourceUsage)
                .isNotEqualTo(ResourceUsage.UNKNOWN);
    }

    @Test
    void ofALargeSpecThereAreFewerStepsAndAllOfThemFit() {
        TaskProgress progress = progress(LARGE);

        assertThat(stepsTaken(progress, 500, 63)).isBetween(200, 400);

        assertFits(progress, LARGE);
        assertThat(progress.snapshot().warnings()).anyMatch(warning -> warning.contains("without their output"));
        assertThat(progress.snapshot().steps().get(0).truncated()).isTrue();
        assertThat(progress.snapshot().steps().get(0).exitCode()).isEqualTo(137);
    }

    @Test
    void inTheUsualCaseTheLastFourKeepTheirOutputAndNothingIsWarnedOf() {
        TaskProgress progress = progress(OPEN);

        stepsTaken(progress, 20, 20);

        assertThat(progress.snapshot().steps().subList(0, 16)).allMatch(StepResult::outputLeftOut);
        assertThat(progress.snapshot().steps().subList(16, 20)).noneMatch(StepResult::outputLeftOut);
        assertThat(progress.snapshot().warnings()).isEmpty();
    }

    @Test
    void whatANewRunTakesOverIsKeptAsBefore() {
        TaskProgress before = progress(LARGE);
        int taken = stepsTaken(before, 200, 63);
        TaskRequest request = request(LARGE);

        TaskProgress after = new TaskProgress(request.continuedBy(before.continuation(asked)), NOW);
        after.ended(step("one more"));

        assertThat(after.snapshot().steps()).hasSize(taken + 1);
        assertFits(after, LARGE);
    }

    @Test
    void warningsAndReasonsFit() {
        TaskProgress progress = progress(LARGE);

        Collections.nCopies(1000, "\u0001".repeat(1000)).forEach(progress::warn);
        progress.enter(TaskState.RELEASING, NOW, "why ".repeat(100_000));

        assertFits(progress, LARGE);
        assertThat(progress.snapshot().warnings()).last().asString().contains("more warnings");
        assertThat(progress.snapshot().reason()).startsWith("why").contains("left out");
    }

    @Test
    void ofArtifactsWithLongNamesTheFirstFit() {
        List<Artifact> artifacts = IntStream.range(0, 100)
                .mapToObj(number -> new Artifact(
                        "\\xff".repeat(1000), Artifact.Status.COMPLETE, 1, "a".repeat(64), null, null, null))
                .toList();
        TaskProgress progress = progress(LARGE);
        stepsTaken(progress, 500, 63);

        progress.collected(new Collected(PayloadRoom.first(artifacts), 100, List.of()));

        assertFits(progress, LARGE);
        assertThat(progress.snapshot().artifacts()).isNotEmpty();
        List<Artifact> usual = Collections.nCopies(
                100,
                new Artifact(
                        "target/classes/dev/holdfast/workflows/TaskProgress.class",
                        Artifact.Status.COMPLETE,
                        123_456,
                        "a".repeat(64),
                        "application/java-vm",
                        null,
                        null));
        assertThat(PayloadRoom.first(usual)).hasSize(100);
    }

    @Test
    void whatAnOlderWorkerKeptIsMadeToFit() {
        TaskRequest request = request(TaskSpec.of(IntStream.range(0, 8)
                .mapToObj(number -> StepSpec.of(Command.of("true")))
                .toArray(StepSpec[]::new)));
        Begun kept = new Begun(
                null,
                null,
                Map.of(),
                null,
                Collections.nCopies(8, step("a")),
                null,
                null,
                false,
                null,
                true,
                true,
                null);

        assertThat(Oversized.bytes(kept)).isGreaterThan(TaskPayloads.MOST_BYTES);
        assertThat(Oversized.bytes(kept.fitting(request))).isLessThan(TaskPayloads.MOST_BYTES);
        assertThat(kept.fitting(request).steps()).hasSize(8);
    }

    /** As many as the task takes. */
    private int stepsTaken(TaskProgress progress, int most, int nameLength) {
        return stepsTaken(progress, most, nameLength, step("as bad as it gets"));
    }

    private int stepsTaken(TaskProgress progress, int most, int nameLength, StepResult like) {
        for (int number = 0; number < most; number++) {
            if (!progress.hasRoomForAnother(asked.size())) {
                return number;
            }
            String name = "n".repeat(nameLength - 3) + (100 + number);
            asked.add(StepSpec.of(Command.of("true")).withName(name));
            progress.ended(like.withName(name).within(4096));
        }
        return most;
    }

    private void assertFits(TaskProgress progress, TaskSpec spec) {
        TaskRequest request = request(spec);
        int most = TaskPayloads.MOST_BYTES;
        assertThat(Oversized.bytes(new HistoryEntry(request, 1, progress.snapshot())))
                .isLessThan(most);
        assertThat(Oversized.bytes(request.continuedBy(progress.continuation(asked))))
                .isLessThan(most);
    }

    private static TaskProgress progress(TaskSpec spec) {
        TaskProgress progress = new TaskProgress(request(spec), NOW);
        progress.reserved(new Reservation(
                "host",
                "queue",
                Executor.DOCKER,
                "asked for",
                "debian",
                Limits.DEFAULTS,
                Duration.ofMinutes(5),
                Duration.ofSeconds(5),
                DataSize.ofMebibytes(64),
                Duration.ofSeconds(3),
                List.of()));
        progress.acquired(new Sandbox("hf-test", "{}", "sha256:abc", false));
        progress.enter(TaskState.ACQUIRING, NOW, "host has room");
        progress.enter(TaskState.RUNNING, NOW, HostWork.IN_PLACE);
        return progress;
    }

    private static TaskRequest request(TaskSpec spec) {
        return new TaskRequest(new TaskId("progress"), spec, "test");
    }

    private static StepResult step(String name) {
        return new StepResult(
                name,
                List.of("/bin/sh", "-c", "\\".repeat(60_000)),
                OutcomeKind.OOM_KILLED,
                137,
                "SIGKILL",
                "out of memory; its memory limit is 2g",
                "\u001b".repeat(8192),
                "\u001b".repeat(8192),
                true,
                12_345_678,
                12_345_678,
                12_345_678,
                NOW,
                NOW,
                123_456,
                1,
                new ResourceUsage(123L, 123L, 123_456_789L, 1L, 3L, 123_456_789L, 0L, 123_456L, 0L, 0L));
    }
}
