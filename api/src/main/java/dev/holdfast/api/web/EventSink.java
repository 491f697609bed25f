package dev.holdfast.api.web;

import dev.holdfast.activities.history.LogPage;
import dev.holdfast.api.tasks.Logs;
import dev.holdfast.api.tasks.Outputs;
import dev.holdfast.api.tasks.Position;
import dev.holdfast.api.tasks.TaskFollower;
import dev.holdfast.contract.ContractJson;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.Transition;
import dev.holdfast.contract.rest.LogSlice;
import dev.holdfast.contract.rest.StateChange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes events. The id of each is the position behind it, so a reader that comes back misses nothing. */
final class EventSink implements TaskFollower.Sink {
    private static final byte[] SIGN_OF_LIFE = ": still here\n\n".getBytes(StandardCharsets.UTF_8);

    private final OutputStream out;
    private final Outputs outputs;

    EventSink(OutputStream out, Outputs outputs) {
        this.out = out;
        this.outputs = outputs;
    }

    @Override
    public void log(LogPage page, Position now) throws IOException {
        send("log", now, new LogSlice(Logs.entries(page), page.cursor(), false));
    }

    @Override
    public void state(TaskResult task, Transition change, Position now) throws IOException {
        send(
                "state",
                now,
                new StateChange(
                        task.taskId(),
                        change.state(),
                        change.reason(),
                        change.at(),
                        task.executor(),
                        task.executorReason(),
                        task.image(),
                        task.warnings()));
    }

    @Override
    public void idle() throws IOException {
        out.write(SIGN_OF_LIFE);
        out.flush();
    }

    @Override
    public void end(TaskResult task, Position now) throws IOException {
        send("end", now, outputs.filled(task));
    }

    /** JSON has no bare line breaks, so one data line always holds it. */
    private void send(String name, Position id, Object data) throws IOException {
        String head = "event: " + name + "\nid: " + id + "\ndata: ";
        out.write(head.getBytes(StandardCharsets.UTF_8));
        out.write(ContractJson.LENIENT.writeValueAsBytes(data));
        out.write("\n\n".getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
