package dev.holdfast.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DeckTest {
    private static final List<Fault> FAULTS = Stream.of(
                    WorkerFaults.all(),
                    EngineFaults.all(),
                    ServiceFaults.all(),
                    CallerFaults.all(),
                    HostFaults.all(),
                    List.of(ReplayFault.over(List.of())))
            .flatMap(List::stream)
            .toList();

    @Test
    void everyFaultOfTheTableIsThere() {
        assertThat(FAULTS)
                .extracting(Fault::number)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, 25).boxed().toList());
    }

    @Test
    void eachFaultComesOnceBeforeAnyComesAgain() {
        assertThat(numbers(7, FAULTS.size())).doesNotHaveDuplicates();
        assertThat(numbers(7, 2 * FAULTS.size())).hasSize(2 * FAULTS.size()).containsAll(numbers(8, FAULTS.size()));
    }

    @Test
    void theSeedDecidesTheOrder() {
        assertThat(numbers(7, 50)).isEqualTo(numbers(7, 50)).isNotEqualTo(numbers(8, 50));
    }

    private static List<Integer> numbers(long seed, int count) {
        Deck deck = new Deck(FAULTS, seed);
        return IntStream.range(0, count).mapToObj(i -> deck.next().number()).toList();
    }
}
