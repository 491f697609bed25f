package dev.holdfast.activities.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.contract.Executor;
import dev.holdfast.contract.Limits;
import dev.holdfast.contract.Network;
import org.junit.jupiter.api.Test;

class ProfileTest {
    @Test
    void sandboxesThatAnEarlierVersionMadeAheadAreFoundByTheSameKey() {
        assertThat(new Profile(Executor.OCI, "holdfast/base:1", Limits.DEFAULTS, Network.NONE).key())
                .isEqualTo("eeb686abcf07c388");
    }
}
