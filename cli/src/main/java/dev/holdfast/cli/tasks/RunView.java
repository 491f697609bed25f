package dev.holdfast.cli.tasks;

import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.output.Screen;
import dev.holdfast.cli.output.StatusLine;
import dev.holdfast.client.TaskListener;
import dev.holdfast.contract.rest.LogEntry;
import dev.holdfast.contract.rest.StateChange;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Shows a task while it runs. */
public final class RunView implements TaskListener {
    private final StatusLine status;
    private final @Nullable Screen screen;
    private final Set<String> said = new HashSet<>();
    private boolean introduced;

    /**
     * @param screen where output goes; none when only the result is printed
     */
    public RunView(StatusLine status, @Nullable Screen screen) {
        this.status = status;
        this.screen = screen;
    }

    @Override
    public void onState(StateChange change) {
        if (!introduced && change.executor() != null) {
            introduced = true;
            String image = change.image() == null ? "" : " " + change.image();
            String kind = change.executor().json();
            status.say("task " + change.taskId() + (kind.startsWith("o") ? " in an " : " in a ") + kind + " sandbox"
                    + image + (change.executorReason() == null ? "" : " (" + change.executorReason() + ")"));
        }
        change.warnings().stream().filter(said::add).forEach(status::say);
        status.waitingFor(change.state().json());
    }

    @Override
    public void onOutput(LogEntry entry) {
        if (screen == null) {
            return;
        }
        status.rest();
        if (!screen.write(entry)) {
            // As with any program whose reader has gone; the task goes on.
            Runtime.getRuntime().halt(ExitCodes.BROKEN_PIPE);
        }
    }
}
