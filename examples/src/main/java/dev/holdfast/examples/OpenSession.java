package dev.holdfast.examples;

import dev.holdfast.client.Holdfast;
import dev.holdfast.client.OpenTask;
import dev.holdfast.contract.Command;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** One sandbox for many commands; leaving the block closes it. */
public final class OpenSession {
    private OpenSession() {}

    public static void main(String[] arguments) throws IOException {
        Holdfast holdfast = Connect.fromEnvironment();
        try (OpenTask task = holdfast.open(TaskSpec.of())) {
            task.put(InputFile.text("greet.sh", "echo \"hello $1\" | tee greeting"));
            StepResult first = task.run("sh", "greet.sh", "world");
            System.out.print(first.stdout());

            // Output as it comes, while the command still runs.
            task.run(
                    StepSpec.of(Command.shell("echo one; sleep 0.3; echo two")),
                    entry -> System.out.print(entry.text()));

            try (InputStream greeting = task.read("greeting")) {
                System.out.print(new String(greeting.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
    }
}
