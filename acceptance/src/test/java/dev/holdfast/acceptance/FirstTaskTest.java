package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.TaskId;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** One task end to end, through the command line that the README shows. */
@ExtendWith(WithStack.class)
class FirstTaskTest {
    private static final String IMAGE = "debian:bookworm-slim";

    private final StackUnderTest stack;

    FirstTaskTest(StackUnderTest stack) {
        this.stack = stack;
    }

    @Test
    void runShowsTheOutputAndEndsWithTheExitCode() {
        Shell.Ended run = stack.holdfast("run", "--image", IMAGE, "--", "sh", "-c", "echo hi; exit 3");

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.stdout()).isEqualTo("hi\n");
        assertThat(run.stderr()).contains("in a docker sandbox " + IMAGE).doesNotContain("\tat ");
    }

    @Test
    void jsonIsOneObjectWithEverythingThatIsPromised() {
        Shell.Ended run = stack.holdfast("run", "-o", "json", "--", "sh", "-c", "echo out; echo err >&2; exit 3");

        assertThat(run.exitCode()).isEqualTo(3);
        JsonNode object = ContractJson.STRICT.readTree(run.stdout());
        assertThat(object.propertyNames())
                .contains("taskId", "state", "outcome", "executor", "executorReason", "steps", "artifacts", "cleanup");
        assertThat(object.path("state").stringValue()).isEqualTo("failed");
        assertThat(object.path("outcome").stringValue()).isEqualTo("exited");
        assertThat(object.path("executor").stringValue()).isEqualTo("docker");
        assertThat(object.path("cleanup").path("state").stringValue()).isEqualTo("clean");
        JsonNode step = object.path("steps").path(0);
        assertThat(step.propertyNames()).contains("name", "durationMs", "resourceUsage");
        assertThat(step.path("exitCode").intValue()).isEqualTo(3);
        assertThat(step.path("outcome").stringValue()).isEqualTo("exited");
        assertThat(step.path("stdout").stringValue()).isEqualTo("out\n");
        assertThat(step.path("stderr").stringValue()).isEqualTo("err\n");
        assertThat(step.path("truncated").booleanValue()).isFalse();
        assertThat(step.path("durationMs").longValue()).isNotNegative();
    }

    @Test
    void nothingOfTheTaskIsLeftWhenRunReturns() {
        TaskResult result = json(stack.holdfast("run", "-o", "json", "--", "true"));

        assertThat(result.state()).isEqualTo(TaskState.SUCCEEDED);
        assertThat(Machine.containersLabelled(
                        "dev.holdfast.task", result.taskId().value()))
                .isEmpty();
        assertThat(Machine.volumesLabelled("dev.holdfast.managed", "true")).isEmpty();
        assertThat(result.cleanup().state()).isEqualTo(Receipt.State.CLEAN);
        String sandbox = String.valueOf(result.cleanup().sandbox());
        assertThat(stack.directory().resolve("sandboxes").resolve(sandbox)).doesNotExist();
        assertThat(Machine.processesMentioning(sandbox)).isEmpty();
    }

    @Test
    void localSandboxDoesTheSameAndSaysThatItIsNoIsolation() {
        Shell.Ended run = stack.holdfast("run", "--sandbox", "local", "--", "sh", "-c", "echo hi; pwd; exit 3");

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.stdout()).startsWith("hi\n" + stack.directory());
        assertThat(run.stderr()).contains("in a local sandbox").containsIgnoringCase("isolation");
        assertThat(Path.of(run.stdout().lines().skip(1).findFirst().orElseThrow()))
                .doesNotExist();
    }

    @Test
    void detachedTaskCanBeInspectedAtAnyTimeAndItsLogReadAfterwards() {
        Shell.Ended run = stack.holdfast(
                "run", "--detach", "-o", "json", "--", "sh", "-c", "echo one; sleep 2; echo two >&2; exit 4");
        assertThat(run.exitCode()).isZero();
        TaskId task = json(run).taskId();

        TaskResult running = json(stack.holdfast("inspect", "-o", "json", task.value()));
        assertThat(running.taskId()).isEqualTo(task);
        Shell.Ended followed = stack.holdfast("logs", "-f", task.value());
        TaskResult ended = json(stack.holdfast("inspect", "-o", "json", task.value()));
        Shell.Ended log = stack.holdfast("logs", task.value());

        assertThat(ended.state()).isEqualTo(TaskState.FAILED);
        assertThat(ended.exitCode()).isEqualTo(4);
        assertThat(followed.stdout()).isEqualTo("one\n");
        assertThat(log.stdout()).isEqualTo("one\n");
        assertThat(log.stderr()).isEqualTo("two\n");
    }

    @Test
    void outputComesWhileTheCommandStillRuns() throws Exception {
        TaskId task = new TaskId("acceptance-live");
        Shell.Running follower = stack.startHoldfast(
                "run", "--id", task.value(), "--", "sh", "-c", "echo first; while [ ! -e stop ]; do sleep 0.1; done");
        await().atMost(StackUnderTest.EVENTUALLY)
                .ignoreExceptions()
                .until(() -> stack.client().task(task).logs(0).entries().stream()
                        .anyMatch(entry -> "first\n".equals(entry.text())));

        // The row follows when the command takes longer than the local attempt waits, about two seconds.
        await().atMost(StackUnderTest.EVENTUALLY)
                .until(() -> stack.client().task(task).result().state() == TaskState.RUNNING);
        follower.interrupt();

        assertThat(follower.await().exitCode()).isEqualTo(130);
    }

    @Test
    void timeoutsEndWith124AndSayWhich() {
        Shell.Ended step = stack.holdfast("run", "--step-timeout", "1s", "--", "sleep", "60");
        Shell.Ended task = stack.holdfast("run", "--timeout", "3s", "-o", "json", "--", "sleep", "60");

        assertThat(step.exitCode()).isEqualTo(124);
        assertThat(step.stderr()).contains("timed out");
        assertThat(task.exitCode()).isEqualTo(124);
        assertThat(json(task).state()).isEqualTo(TaskState.TIMED_OUT);
        assertThat(json(task).reason()).startsWith("the task timed out after PT3S");
    }

    @Test
    void interruptCancelsTheTaskAndEndsWith130() {
        TaskId task = new TaskId("acceptance-interrupted");
        Shell.Running run = stack.startHoldfast("run", "--id", task.value(), "--", "sh", "-c", "echo on; sleep 120");
        await().atMost(StackUnderTest.EVENTUALLY)
                .ignoreExceptions()
                .until(() -> !stack.client().task(task).logs(0).entries().isEmpty());

        run.interrupt();
        Shell.Ended ended = run.await();

        assertThat(ended.exitCode()).as(ended.stderr()).isEqualTo(130);
        TaskResult result = stack.client().task(task).result();
        assertThat(result.state()).isEqualTo(TaskState.CANCELLED);
        assertThat(result.outcome()).isEqualTo(OutcomeKind.CANCELLED);
        assertThat(result.reason()).contains("Ctrl-C");
        assertThat(result.cleanup().state()).isEqualTo(Receipt.State.CLEAN);
    }

    @Test
    void theTokenIsShownOnceAndReadableByItsOwnerOnly() throws IOException {
        Shell.Ended again = stack.holdfast("up", "--detach");

        assertThat(again.exitCode()).as(again.stderr()).isZero();
        assertThat(again.stderr()).doesNotContain(stack.token());
        assertThat(Files.getPosixFilePermissions(stack.directory().resolve("token")))
                .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    }

    @Test
    void aSecondInterruptLeavesTheTaskAlone() {
        TaskId task = new TaskId("acceptance-interrupted-twice");
        Shell.Running run = stack.startHoldfast(
                "run", "--id", task.value(), "--", "sh", "-c", "trap '' TERM; echo on; sleep 5; sleep 120");
        await().atMost(StackUnderTest.EVENTUALLY)
                .ignoreExceptions()
                .until(() -> !stack.client().task(task).logs(0).entries().isEmpty());

        // Until it is gone: two that come at once may be taken for one.
        await().atMost(StackUnderTest.EVENTUALLY).until(() -> {
            Shell.run(List.of("kill", "-s", "INT", Long.toString(run.process().pid())), Map.of());
            return !run.process().isAlive();
        });
        Shell.Ended ended = run.await();

        assertThat(ended.exitCode()).as(ended.stderr()).isEqualTo(130);
        assertThat(ended.stderr()).contains("left alone").contains("holdfast logs -f " + task);
        assertThat(stack.client().task(task).await().state()).isEqualTo(TaskState.CANCELLED);
    }

    @Test
    void whatCannotBeRunEndsWith125OrTheShellsOwnCode() {
        Shell.Ended image = stack.holdfast("run", "--image", "no such image", "--", "true");
        Shell.Ended program = stack.holdfast("run", "--", "no-such-program");

        assertThat(image.exitCode()).isEqualTo(125);
        assertThat(image.stderr()).contains("image").doesNotContain("\tat ");
        assertThat(program.exitCode()).isEqualTo(127);
    }

    private static TaskResult json(Shell.Ended ended) {
        return ContractJson.LENIENT.readValue(ended.stdout(), TaskResult.class);
    }
}
