package dev.holdfast.cli.stack;

import dev.holdfast.cli.ExitCodes;
import dev.holdfast.devstack.control.StackHome;
import dev.holdfast.devstack.control.StackState;
import dev.holdfast.devstack.control.StateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "up",
        mixinStandardHelpOptions = true,
        description = {
            "Starts everything that tasks need on this machine: Temporal, PostgreSQL, S3, the API and a worker.",
            "Data stays in HOLDFAST_HOME (~/.holdfast). Ports, 0 for a free one:"
                    + " HOLDFAST_{TEMPORAL,TEMPORAL_UI,TEMPORAL_HTTP,POSTGRES,S3,API,WORKER}_PORT.",
            "HOLDFAST_TEMPORAL_TARGET, HOLDFAST_POSTGRES_URL and HOLDFAST_S3_ENDPOINT name parts that run elsewhere."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  holdfast up --detach"})
public final class UpCommand implements Callable<Integer> {
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);

    @Option(
            names = {"-d", "--detach"},
            description = "Return as soon as everything is ready; './holdfast down' stops it.")
    boolean detach;

    @Override
    public Integer call() throws IOException, InterruptedException {
        StackHome home = StackHome.from(System.getenv());
        Optional<StackState> there =
                new StateFile(home).read().filter(state -> state.stack().isAlive());
        if (there.isPresent()) {
            System.err.println("holdfast: a stack is there already, process "
                    + there.get().stack().pid() + " (./holdfast status shows it)");
        }
        NewToken token = NewToken.of(home);
        if (detach || there.isPresent()) {
            new DetachedStart(home, System.err::println).ensureRunning();
            token.show(System.err::println);
            return ExitCodes.OK;
        }
        if (token.isExpected()) {
            Thread.ofVirtual().name("token").start(() -> showTokenWhenItIsThere(home, token));
        }
        return runInForeground(new StackLauncher(home));
    }

    private static void showTokenWhenItIsThere(StackHome home, NewToken token) {
        try {
            while (!Files.exists(home.token()) || Files.size(home.token()) == 0) {
                Thread.sleep(LOOK_EVERY);
            }
            token.show(System.err::println);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } catch (IOException unreadable) {
            System.err.println("holdfast: " + home.token() + " cannot be read: " + unreadable.getMessage());
        }
    }

    /** A signal that reaches only this process is passed on, and the end of the stack is waited for. */
    private static int runInForeground(StackLauncher launcher) throws IOException, InterruptedException {
        Process stack = launcher.inForeground();
        Thread passOn = new Thread(() -> endWith(stack), "end");
        Runtime.getRuntime().addShutdownHook(passOn);
        return stack.waitFor();
    }

    private static void endWith(Process stack) {
        stack.destroy();
        try {
            stack.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
