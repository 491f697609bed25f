package dev.holdfast.devstack.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderlyStopTest {
    @Test
    void partsStopInTheOppositeOrderOfTheirStart() throws IOException, InterruptedException {
        List<String> stopped = new ArrayList<>();

        new OrderlyStop(Duration.ofSeconds(10))
                .stop(
                        List.of(part("first", "sleep 60"), part("second", "sleep 60")),
                        (name, took) -> stopped.add(name));

        assertThat(stopped).containsExactly("second", "first");
    }

    @Test
    void partThatIgnoresTheSignalIsKilledAfterTheGrace() throws IOException, InterruptedException {
        PartState stubborn = part("stubborn", "trap '' TERM; echo ready; while :; do sleep 0.1; done");

        new OrderlyStop(Duration.ofMillis(300)).stop(List.of(stubborn), (name, took) -> {});

        assertThat(stubborn.isAlive()).isFalse();
    }

    @Test
    void partThatIsGoneIsLeftOut() throws IOException, InterruptedException {
        PartState gone = part("gone", "exit 0");
        OrderlyStop.awaitEnd(java.util.Objects.requireNonNull(gone.process()), Duration.ofSeconds(10));
        List<String> stopped = new ArrayList<>();

        new OrderlyStop(Duration.ofSeconds(10)).stop(List.of(gone), (name, took) -> stopped.add(name));

        assertThat(stopped).isEmpty();
    }

    private static PartState part(String name, String script) throws IOException {
        Process process = new ProcessBuilder("sh", "-c", script).start();
        if (script.contains("echo ready")) {
            process.inputReader().readLine();
        }
        ProcessIdentity identity = ProcessIdentity.of(process.pid()).orElse(new ProcessIdentity(process.pid(), 0));
        return new PartState(name, Condition.RUNNING, "", identity, StopSignal.TERM, "", null);
    }
}
