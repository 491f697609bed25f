package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.temporal.api.schedule.v1.Schedule;
import io.temporal.api.workflowservice.v1.DescribeScheduleRequest;
import io.temporal.client.schedules.ScheduleClient;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The operator keeps one task of a project; a schedule of Temporal sees to it. */
@ExtendWith(WithStack.class)
class RetentionTest {
    private static final String KEEPER = "holdfast-keeper";

    private final StackUnderTest stack;

    RetentionTest(StackUnderTest stack) {
        this.stack = stack;
    }

    @Test
    void theScheduleRemovesWhatIsBeyondTheCountSparesPinnedTasksAndIsAudited() {
        for (String id : new String[] {"tidied-pinned", "tidied-old", "tidied-new"}) {
            stack.holdfast(
                    "run",
                    "--project",
                    StackUnderTest.TIDIED,
                    "--id",
                    id,
                    "--",
                    "sh",
                    "-c",
                    "mkdir .artifacts; echo " + id + " > .artifacts/id");
        }
        stack.holdfast("pin", "tidied-pinned");

        Shell.Ended dry = stack.holdfast("prune", "--dry-run");

        assertThat(dry.stdout())
                .contains("tidied-old: is not among the newest 1 of its project")
                .doesNotContain("tidied-pinned", "tidied-new");
        assertThat(dry.stderr()).contains("would be removed");
        assertThat(kept()).contains("tidied-old");

        trigger();

        await().atMost(StackUnderTest.EVENTUALLY)
                .untilAsserted(() -> assertThat(kept()).doesNotContain("tidied-old"));
        assertThat(kept()).contains("tidied-pinned", "tidied-new");
        await().atMost(StackUnderTest.EVENTUALLY)
                .untilAsserted(
                        () -> assertThat(stack.holdfast("inspect", "tidied-old").stderr())
                                .contains("there is no task 'tidied-old'"));
        assertThat(stack.holdfast("audit", "--task", "tidied-old").stdout())
                .contains("remove task", "is not among the newest 1");
    }

    private void trigger() {
        WorkflowServiceStubs stubs = WorkflowServiceStubs.newServiceStubs(WorkflowServiceStubsOptions.newBuilder()
                .setTarget(stack.part("temporal").address())
                .build());
        try {
            Schedule keeper = stubs.blockingStub()
                    .describeSchedule(DescribeScheduleRequest.newBuilder()
                            .setNamespace("default")
                            .setScheduleId(KEEPER)
                            .build())
                    .getSchedule();
            assertThat(keeper.getSpec().getInterval(0).getInterval().getSeconds())
                    .isEqualTo(600);
            assertThat(keeper.getState().getPaused()).isFalse();
            ScheduleClient.newInstance(stubs).getHandle(KEEPER).trigger();
        } finally {
            stubs.shutdownNow();
        }
    }

    private String kept() {
        return stack.holdfast("ps", "-a", "-q", "--project", StackUnderTest.TIDIED)
                .stdout();
    }
}
