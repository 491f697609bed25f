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
                    ReplayFault.all())
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

    @Test
    void eachWayOfAFaultComesOnceBeforeAnyComesAgain() {
        List<String> ways = List.of("down", "slow", "cut");

        List<String> come = ways(7, ways, 2 * ways.size());

        assertThat(come.subList(0, ways.size())).containsExactlyInAnyOrderElementsOf(ways);
        assertThat(come.subList(ways.size(), come.size())).isEqualTo(come.subList(0, ways.size()));
    }

    @Test
    void theSeedDecidesWhichWayComesFirst() {
        assertThat(IntStream.range(0, 20).mapToObj(seed -> ways(seed, List.of("with", "without"), 1)))
                .contains(List.of("with"), List.of("without"));
    }

    private static List<String> ways(long seed, List<String> ways, int count) {
        Deck deck = new Deck(EngineFaults.all(), seed);
        return Stream.generate(deck::next)
                .filter(card -> card.fault().number() == 8)
                .limit(count)
                .map(card -> card.turn().of(ways))
                .toList();
    }

    private static List<Integer> numbers(long seed, int count) {
        Deck deck = new Deck(FAULTS, seed);
        return IntStream.range(0, count)
                .mapToObj(i -> deck.next().fault().number())
                .toList();
    }
}
