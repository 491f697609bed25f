package dev.holdfast.examples;

import dev.holdfast.client.Holdfast;
import dev.holdfast.client.Task;
import dev.holdfast.client.TaskListener;
import dev.holdfast.contract.Command;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import dev.holdfast.contract.rest.StateChange;

/** Output and changes of state as they happen. A connection that breaks is taken up again where it broke. */
public final class Streaming {
    private Streaming() {}

    public static void main(String[] arguments) {
        Holdfast holdfast = Connect.fromEnvironment();
        Task task = holdfast.submit(TaskSpec.of(
                StepSpec.of(Command.shell("for i in 1 2 3; do echo line $i; sleep 0.2; done; echo end >&2"))));
        TaskResult result = task.follow(new TaskListener() {
            @Override
            public void onState(StateChange change) {
                System.err.println("now " + change.state().json());
            }

            @Override
            public void onStdout(byte[] bytes) {
                System.out.write(bytes, 0, bytes.length);
            }

            @Override
            public void onStderr(byte[] bytes) {
                System.err.write(bytes, 0, bytes.length);
            }
        });
        System.out.println(result.state().json());
    }
}
