package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.client.Task;
import dev.holdfast.contract.Executor;
import dev.holdfast.contract.OutcomeKind;
import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.rest.LogEntry;
import dev.holdfast.contract.rest.LogSlice;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A harmless task that lives beside the hostile ones: it counts, and keeps its count in files and in a process. */
final class Neighbour {
    static final String MARK = "neighbour-at-work";

    private static final String COUNTING = """
            : %s
            i=0
            while :; do
              i=$((i + 1))
              echo $i > count && echo $i > /tmp/count && [ "$(cat count)$(cat /tmp/count)" = $i$i ] || exit 1
              echo tick $i
              sleep 0.3
            done
            """.formatted(MARK);

    private final Task task;
    private final StringBuilder heard = new StringBuilder();
    private long cursor;

    private Neighbour(Task task) {
        this.task = task;
    }

    static Neighbour movesIn(StackUnderTest stack, Executor executor) {
        HostileTask counting =
                HostileTask.shell(COUNTING).timeout(Duration.ofHours(1)).memory("64m");
        Neighbour neighbour = new Neighbour(stack.client().submit(counting.spec(executor)));
        neighbour.assertUnaffected();
        return neighbour;
    }

    /** It goes on counting: what was heard up to now, and something new. */
    void assertUnaffected() {
        int before = listen().size();
        await().atMost(StackUnderTest.EVENTUALLY)
                .pollInterval(Duration.ofMillis(200))
                .untilAsserted(() -> assertThat(listen())
                        .as("ticks; the task is %s", task.result().state())
                        .hasSizeGreaterThan(before));
        List<String> all = listen();
        assertThat(all).isEqualTo(ticks(all.size()));
    }

    void movesOut() {
        assertUnaffected();
        task.cancel("the suite is over");
        TaskResult result = task.await();
        List<String> all = listen();
        assertThat(all).isEqualTo(ticks(all.size()));
        assertThat(result.outcome()).isEqualTo(OutcomeKind.CANCELLED);
        assertThat(result.cleanup().state()).isEqualTo(Receipt.State.CLEAN);
    }

    private synchronized List<String> listen() {
        LogSlice slice = task.logs(cursor);
        while (!slice.entries().isEmpty()) {
            heard.append(slice.entries().stream().map(LogEntry::text).collect(Collectors.joining()));
            cursor = slice.cursor();
            slice = task.logs(cursor);
        }
        return heard.substring(0, heard.lastIndexOf("\n") + 1).lines().toList();
    }

    private static List<String> ticks(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> "tick " + i).toList();
    }
}
