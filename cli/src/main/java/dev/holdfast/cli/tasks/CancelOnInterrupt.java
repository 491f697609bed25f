package dev.holdfast.cli.tasks;

import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.output.StatusLine;
import dev.holdfast.client.HoldfastException;
import dev.holdfast.client.Task;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntConsumer;

/** The first Ctrl-C cancels the task and waits for its end; the second leaves it alone. */
public final class CancelOnInterrupt implements IntConsumer {
    private final Task task;
    private final StatusLine status;
    private final CountDownLatch accepted = new CountDownLatch(1);

    public CancelOnInterrupt(Task task, StatusLine status) {
        this.task = task;
        this.status = status;
    }

    /** From now on the task is there; an interrupt that came before is carried out. */
    public void taskIsAccepted() {
        accepted.countDown();
    }

    @Override
    public void accept(int count) {
        if (count > 1) {
            status.say("left alone; 'holdfast logs -f " + task.id() + "' shows how it goes on");
            Runtime.getRuntime().halt(ExitCodes.CANCELLED);
        }
        status.say("cancelling " + task.id() + " (Ctrl-C again to leave it alone)");
        // Not here: this thread must be free for the second Ctrl-C.
        Thread.ofVirtual().start(this::cancel);
    }

    private void cancel() {
        try {
            accepted.await();
            task.cancel("cancelled by Ctrl-C");
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } catch (HoldfastException failure) {
            status.say("it could not be cancelled: " + failure.getMessage());
        }
    }
}
