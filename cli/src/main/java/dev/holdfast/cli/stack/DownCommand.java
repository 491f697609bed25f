package dev.holdfast.cli.stack;

import dev.holdfast.cli.ExitCodes;
import dev.holdfast.devstack.control.OrderlyStop;
import dev.holdfast.devstack.control.ProcessIdentity;
import dev.holdfast.devstack.control.StackHome;
import dev.holdfast.devstack.control.StackState;
import dev.holdfast.devstack.control.StateFile;
import dev.holdfast.devstack.control.StopSignal;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "down",
        mixinStandardHelpOptions = true,
        description = "Stops this machine's stack: worker, API, Temporal, S3, PostgreSQL, in this order. Data stays.",
        footerHeading = "%nExamples:%n",
        footer = {"  holdfast down"})
public final class DownCommand implements Callable<Integer> {
    /** More than the stack needs when each of its parts takes its whole grace. */
    private static final Duration STACK_ENDS_WITHIN = Duration.ofMinutes(2);

    @Option(
            names = "--grace",
            paramLabel = "SECONDS",
            defaultValue = "20",
            description = "How long a part may take that its stack has left behind (default: ${DEFAULT-VALUE}).")
    long graceSeconds;

    @Override
    public Integer call() throws IOException, InterruptedException {
        StateFile states = new StateFile(StackHome.from(System.getenv()));
        Optional<StackState> found = states.read();
        if (found.filter(StackState::isAlive).isEmpty()) {
            states.delete();
            System.err.println("holdfast: no stack is running");
            return ExitCodes.OK;
        }
        endStack(found.get().stack());
        // Read again: a stack that was ending may have started or stopped parts since. None is left after a clean end.
        Optional<StackState> left = states.read();
        if (left.isPresent()) {
            new OrderlyStop(Duration.ofSeconds(graceSeconds))
                    .stop(left.get().parts(), (part, took) -> System.err.println("holdfast: " + part + " stopped"));
            states.delete();
        }
        System.err.println("holdfast: stopped");
        return ExitCodes.OK;
    }

    private static void endStack(ProcessIdentity stack) throws InterruptedException {
        stack.signal(StopSignal.TERM);
        if (!OrderlyStop.awaitEnd(stack, STACK_ENDS_WITHIN)) {
            stack.signal(StopSignal.KILL);
        }
    }
}
