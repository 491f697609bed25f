package dev.holdfast.activities.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.holdfast.activities.history.Placements;
import dev.holdfast.activities.history.Placements.Room;
import dev.holdfast.activities.history.Placements.Wish;
import dev.holdfast.activities.history.TestPostgres;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.activities.secrets.TaskSecrets;
import dev.holdfast.contract.Command;
import dev.holdfast.contract.ProjectId;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskId;
import dev.holdfast.workflows.Reservation;
import dev.holdfast.workflows.Sandbox;
import dev.holdfast.workflows.SandboxActivities.RunStepRequest;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepFollowerTest {
    private static final Host HOST = new Host("host-a");
    private static final Reservation RESERVATION = TestReservations.on(HOST);

    @RegisterExtension
    static final TestPostgres postgres = TestPostgres.start();

    private final Placements placements = postgres.database().placements();

    @ParameterizedTest
    @CsvSource({"0,false", "1,true"})
    void aWorkerThatDiesWithItsHostWhileItStartsACommandHasSaidWhetherThatMayBeRunElsewhere(
            int retries, boolean mayMove) {
        TaskId task = new TaskId("dies-with-" + retries);
        Room room = new Room(100, Long.MAX_VALUE, Long.MAX_VALUE);
        placements.place(new Wish(task, ProjectId.DEFAULT, RESERVATION, room, null, 3, false));
        StepFollower follower = new StepFollower(HOST, new TaskSecrets(List.of()), postgres.database());

        assertThatIllegalStateException()
                .isThrownBy(() -> follower.follow(dying(), run(task, retries), () -> {}))
                .withMessage("the host is gone");

        assertThat(placements.move(task, HOST.id())).isEqualTo(mayMove);
    }

    private static Supervisor dying() {
        return (Supervisor) Proxy.newProxyInstance(
                Supervisor.class.getClassLoader(), new Class<?>[] {Supervisor.class}, (p, m, a) -> {
                    throw new IllegalStateException("the host is gone");
                });
    }

    private static RunStepRequest run(TaskId task, int retries) {
        return new RunStepRequest(
                task,
                RESERVATION,
                new Sandbox("hf-1", "{}", null, false),
                "s1-a1",
                1,
                StepSpec.of(Command.shell("true")).withName("step-1").withRetries(retries),
                Map.of(),
                ProjectId.DEFAULT,
                "test",
                List.of(),
                100);
    }
}
