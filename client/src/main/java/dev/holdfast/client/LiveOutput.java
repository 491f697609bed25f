package dev.holdfast.client;

import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.rest.LogEntry;
import dev.holdfast.contract.rest.LogSlice;
import java.time.Duration;
import java.util.function.Consumer;

/** Reports one step's output as it comes, in a thread of its own, beside the one that waits for the step's end. */
final class LiveOutput implements AutoCloseable, TaskListener {
    /** How long after a step's end its last output may take to be here. */
    private static final Duration REST = Duration.ofSeconds(5);

    private final String step;
    private final Consumer<LogEntry> output;
    private final Following following;
    private final Thread thread;
    private long reported;

    /**
     * Only what is written from now on is reported.
     *
     * @param path of the task
     */
    LiveOutput(Transport transport, String path, String step, Consumer<LogEntry> output) {
        this.step = step;
        this.output = output;
        long end = transport
                .send(
                        transport
                                .request(path + "/logs?cursor=end", Task.TIMEOUT)
                                .GET()
                                .build(),
                        LogSlice.class)
                .cursor();
        this.following = new Following(transport, path + "/events", this).from(end);
        this.thread = new Thread(this::follow, "holdfast-output");
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void follow() {
        try {
            following.run();
        } catch (HoldfastException gone) {
            // Who waits for the step hears of it, and the log has what is missing here.
            return;
        }
    }

    @Override
    public synchronized void onOutput(LogEntry entry) {
        if (entry.step().equals(step)) {
            output.accept(entry);
            reported = entry.offset() + entry.bytes().length;
            notifyAll();
        }
    }

    /** Returns when all that the step wrote was reported, or does not come. */
    synchronized void awaitAllOf(StepResult ended) throws InterruptedException {
        long all = ended.stdoutBytes() + ended.stderrBytes();
        long deadline = System.nanoTime() + REST.toNanos();
        while (reported < all && System.nanoTime() < deadline && thread.isAlive()) {
            wait(100);
        }
    }

    @Override
    public void close() {
        following.stop();
    }
}
