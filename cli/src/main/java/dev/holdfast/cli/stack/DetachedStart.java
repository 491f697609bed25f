package dev.holdfast.cli.stack;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.devstack.control.Condition;
import dev.holdfast.devstack.control.OrderlyStop;
import dev.holdfast.devstack.control.ProcessIdentity;
import dev.holdfast.devstack.control.StackHome;
import dev.holdfast.devstack.control.StackState;
import dev.holdfast.devstack.control.StateFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Brings a stack up in the background, however many calls want one at the same time. */
final class DetachedStart {
    private static final Duration LOOK_EVERY = Duration.ofMillis(50);
    private static final Duration EARLIER_ENDS_WITHIN = Duration.ofMinutes(2);

    private final StackHome home;
    private final StateFile states;
    private final Consumer<String> progress;

    /** @param progress is told what the starting stack says, line by line */
    DetachedStart(StackHome home, Consumer<String> progress) {
        this.home = home;
        this.states = new StateFile(home);
        this.progress = progress;
    }

    /** Returns when all of its parts are ready. */
    StackState ensureRunning() throws IOException, InterruptedException {
        Optional<StackState> running = states.read().filter(DetachedStart::isRunning);
        if (running.isPresent()) {
            return running.get();
        }
        home.create();
        try (FileChannel channel = FileChannel.open(
                        home.directory().resolve("run/start.lock"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
                var lock = channel.lock()) {
            assert lock.isValid();
            return ensureRunningAlone();
        }
    }

    static boolean isRunning(StackState state) {
        return state.stack().isAlive() && state.state() == Condition.RUNNING;
    }

    private StackState ensureRunningAlone() throws IOException, InterruptedException {
        Optional<StackState> found = states.read().filter(state -> state.stack().isAlive());
        if (found.isPresent()) {
            StackState earlier = found.get();
            if (earlier.state() != Condition.STOPPING) {
                return awaitRunning(earlier.stack(), Optional.empty());
            }
            OrderlyStop.awaitEnd(earlier.stack(), EARLIER_ENDS_WITHIN);
        }
        StackLauncher launcher = new StackLauncher(home);
        ProcessIdentity started = ProcessIdentity.of(launcher.detached().pid())
                .orElseThrow(() -> new CommandFailure("the stack ended at once: " + launcher.log() + " says why"));
        return awaitRunning(started, Optional.of(launcher.log()));
    }

    private StackState awaitRunning(ProcessIdentity stack, Optional<Path> log)
            throws IOException, InterruptedException {
        int shown = 0;
        while (true) {
            boolean alive = stack.isAlive(); // asked first: what it wrote before it ended is still read below
            Optional<StackState> state =
                    states.read().filter(found -> found.stack().equals(stack));
            shown = log.isPresent() ? showNewLines(log.get(), shown) : 0;
            if (state.isPresent() && state.get().state() == Condition.RUNNING) {
                return state.get();
            }
            if (!alive) {
                throw new CommandFailure("the stack did not start"
                        + log.map(path -> "; the lines above say why, and " + path + " has them too")
                                .orElse(""));
            }
            Thread.sleep(LOOK_EVERY);
        }
    }

    private int showNewLines(Path log, int shown) throws IOException {
        String text = Files.readString(log);
        List<String> whole =
                text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        whole.subList(shown, whole.size()).forEach(progress);
        return whole.size();
    }
}
