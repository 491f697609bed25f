package dev.holdfast.examples;

import dev.holdfast.client.Holdfast;
import dev.holdfast.contract.Command;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.TaskSpec;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/** Several tasks at once, each in a sandbox of its own. */
public final class Async {
    private Async() {}

    public static void main(String[] arguments) {
        Holdfast holdfast = Connect.fromEnvironment();
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            List<CompletableFuture<TaskResult>> running = IntStream.rangeClosed(1, 3)
                    .mapToObj(number -> TaskSpec.of(StepSpec.of(Command.of("expr", number + "", "*", number + ""))))
                    .map(spec -> holdfast.runAsync(spec, threads))
                    .toList();
            for (CompletableFuture<TaskResult> task : running) {
                System.out.print(task.join().steps().get(0).stdout());
            }
        } finally {
            threads.shutdown();
        }
    }
}
