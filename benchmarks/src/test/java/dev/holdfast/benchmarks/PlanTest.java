package dev.holdfast.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.benchmarks.groups.Groups;
import org.junit.jupiter.api.Test;

class PlanTest {
    @Test
    void withoutArgumentsEverythingButTheHeavyGroupsIsMeasuredThirtyTimes() {
        Plan plan = Plan.of();

        assertThat(plan.rounds()).isEqualTo(30);
        assertThat(plan.groups()).contains(Groups.STEP, Groups.RATES).doesNotContain(Groups.COLLECT, Groups.HISTORY);
        assertThat(plan.json()).isFalse();
    }

    @Test
    void groupsAreMeasuredInTheirOrderAndOnce() {
        assertThat(Plan.of("only=files, step,files").groups()).containsExactly(Groups.STEP, Groups.FILES);
    }

    @Test
    void anUnknownGroupIsNamedWithThoseThatThereAre() {
        assertThatThrownBy(() -> Plan.of("only=speed"))
                .hasMessageContaining("--only: 'speed' is not one of")
                .hasMessageContaining("step");
    }

    @Test
    void roundsMustBeANumberAboveZero() {
        assertThatThrownBy(() -> Plan.of("rounds=0")).hasMessageContaining("--rounds: '0'");
        assertThatThrownBy(() -> Plan.of("rounds=many")).hasMessageContaining("--rounds: 'many'");
    }
}
