package dev.holdfast.cli.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.stack.StatusCommand.PartView;
import dev.holdfast.cli.stack.StatusCommand.StackView;
import dev.holdfast.devstack.control.Condition;
import dev.holdfast.devstack.control.PartState;
import dev.holdfast.devstack.control.ProcessIdentity;
import dev.holdfast.devstack.control.StackHome;
import dev.holdfast.devstack.control.StackState;
import dev.holdfast.devstack.control.StopSignal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatusCommandTest {
    private static final StackHome HOME = new StackHome(Path.of("/somewhere"));
    private static final ProcessIdentity ALIVE =
            ProcessIdentity.of(ProcessHandle.current().pid()).orElseThrow();
    private static final ProcessIdentity DEAD = new ProcessIdentity(ALIVE.pid(), ALIVE.started() - 1);

    @Test
    void withoutAStackEveryPartIsStopped() {
        StackView view = StatusCommand.view(HOME, Optional.empty());

        assertThat(view.state()).isEqualTo("stopped");
        assertThat(view.parts())
                .extracting(PartView::name)
                .containsExactly("worker", "api", "temporal", "postgres", "s3");
        assertThat(view.parts()).extracting(PartView::state).containsOnly("stopped");
    }

    @Test
    void runningPartIsShownWithItsProcessAndAddress() {
        PartView part = view(ALIVE, part(Condition.RUNNING, ALIVE));

        assertThat(part.state()).isEqualTo("running");
        assertThat(part.pid()).isEqualTo(ALIVE.pid());
        assertThat(part.address()).isEqualTo("127.0.0.1:1");
    }

    @Test
    void partThatDiedAMomentAgoIsNotCalledRunning() {
        PartView part = view(ALIVE, part(Condition.RUNNING, DEAD));

        assertThat(part.state()).isEqualTo("restarting");
        assertThat(part.pid()).isNull();
    }

    @Test
    void partThatOutlivedItsStackIsShownAsUnwatched() {
        PartView part = view(DEAD, part(Condition.RUNNING, ALIVE));

        assertThat(part.state()).isEqualTo("running");
        assertThat(part.note()).contains("nobody watches it");
    }

    @Test
    void nothingOfAKilledStackCountsAsRunning() {
        assertThat(view(DEAD, part(Condition.RUNNING, DEAD)).state()).isEqualTo("stopped");
        assertThat(view(DEAD, part(Condition.EXTERNAL, null)).state()).isEqualTo("stopped");
    }

    @Test
    void externalPartHasNoProcess() {
        PartView part = view(ALIVE, part(Condition.EXTERNAL, null));

        assertThat(part.state()).isEqualTo("external");
        assertThat(part.pid()).isNull();
    }

    private static PartView view(ProcessIdentity stack, PartState part) {
        StackState state = new StackState(stack, Condition.RUNNING, List.of(part));
        return StatusCommand.view(HOME, Optional.of(state)).parts().stream()
                .filter(shown -> shown.name().equals(part.name()))
                .findFirst()
                .orElseThrow();
    }

    private static PartState part(Condition state, @org.jspecify.annotations.Nullable ProcessIdentity process) {
        return new PartState("s3", state, "127.0.0.1:1", process, StopSignal.TERM, "", null);
    }
}
