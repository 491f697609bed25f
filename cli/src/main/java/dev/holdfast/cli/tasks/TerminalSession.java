package dev.holdfast.cli.tasks;

import dev.holdfast.cli.output.LocalTerminal;
import dev.holdfast.cli.output.Screen;
import dev.holdfast.client.HoldfastException;
import dev.holdfast.client.OpenTask;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.StepSpec;
import dev.holdfast.contract.rest.StepInput;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.LongFunction;

/** This terminal connected to that of a step, until the step ends. */
final class TerminalSession {
    private static final int MOST_AT_ONCE = 4096;

    private final OpenTask task;
    private final StepSpec step;
    private final InputStream keys;
    private long number;

    TerminalSession(OpenTask task, StepSpec step, InputStream keys) {
        this.task = task;
        this.step = step;
        this.keys = keys;
    }

    StepResult run() {
        Screen screen = Screen.interactive(System.out, System.err);
        LocalTerminal terminal = LocalTerminal.raw();
        try {
            Interrupts.on("WINCH", () -> send(count -> StepInput.resized(count, LocalTerminal.size())));
            Thread.ofPlatform().daemon().name("keys").start(this::passOnKeys);
            Thread.ofVirtual().name("sign-of-life").start(this::showThatSomebodyIsHere);
            return task.run(step, screen::write);
        } finally {
            terminal.close();
        }
    }

    /** The size that the terminal has anyway: nothing in the sandbox sees it, and the worker knows that we are here. */
    private void showThatSomebodyIsHere() {
        Duration silence =
                Objects.requireNonNull(Objects.requireNonNull(step.terminal()).silence());
        try {
            while (true) {
                Thread.sleep(silence.dividedBy(5));
                send(count -> StepInput.resized(count, LocalTerminal.size()));
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** While one request is on its way the next keys gather in the system's buffer, so fast typists need no more requests. */
    private void passOnKeys() {
        byte[] pressed = new byte[MOST_AT_ONCE];
        try {
            for (int count = keys.read(pressed); count >= 0; count = keys.read(pressed)) {
                byte[] bytes = Arrays.copyOf(pressed, count);
                send(next -> StepInput.typed(next, bytes));
            }
            send(StepInput::ended);
        } catch (IOException gone) {
            send(StepInput::ended);
        }
    }

    private synchronized void send(LongFunction<StepInput> input) {
        try {
            task.type(String.valueOf(step.name()), input.apply(number));
            number++;
        } catch (HoldfastException ended) {
            // Who waits for the step's end hears why.
            return;
        }
    }
}
