package dev.holdfast.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundRobinTest {
    private final List<String> turns = new ArrayList<>();
    private final RoundRobin roundRobin = new RoundRobin(what -> {});

    @Test
    void everyoneHasATurnInEachRoundAndSomebodyElseBegins() throws InterruptedException {
        roundRobin.run(List.of(contender("a"), contender("b")), 2);

        assertThat(turns).containsExactly("a", "b", "b", "a");
    }

    @Test
    void warmingUpDoesNotCount() throws InterruptedException {
        List<Measured> measured = roundRobin.run(List.of(contender("a")), 10);

        assertThat(turns).hasSize(12);
        assertThat(measured.getFirst().values())
                .hasValueSatisfying(series -> assertThat(series.values()).hasSize(10));
    }

    @Test
    void whoFailsIsLeftOutWithTheReasonAndTheOthersGoOn() throws InterruptedException {
        Contender broken = Contender.timed("broken", "Broken", () -> {
            turns.add("broken");
            throw new IOException("no such thing");
        });

        List<Measured> measured = roundRobin.run(List.of(broken, contender("a")), 3);

        assertThat(turns).containsExactly("broken", "a", "a", "a");
        assertThat(measured.getFirst().problem()).isEqualTo("no such thing");
        assertThat(measured.getFirst().values()).isEmpty();
        assertThat(measured.getLast().values()).isPresent();
    }

    private Contender contender(String id) {
        return Contender.timed(id, id, () -> turns.add(id));
    }
}
