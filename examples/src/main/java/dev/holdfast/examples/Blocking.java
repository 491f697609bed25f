package dev.holdfast.examples;

import dev.holdfast.client.Holdfast;
import dev.holdfast.contract.Command;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;

/** One command, waited for. A non-zero exit is a result and no exception. */
public final class Blocking {
    private Blocking() {}

    public static void main(String[] arguments) {
        Holdfast holdfast = Connect.fromEnvironment();
        TaskResult result = holdfast.run(TaskSpec.of(StepSpec.of(Command.shell("echo hello; exit 3"))));
        System.out.print(result.steps().get(0).stdout());
        System.out.println("exit code " + result.exitCode());
    }
}
