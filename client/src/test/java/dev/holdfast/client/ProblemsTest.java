package dev.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.contract.TaskId;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the API refuses becomes an exception of its kind, in the API's own words. */
class ProblemsTest {
    @ParameterizedTest
    @CsvSource({
        "400, Invalid",
        "401, Refused",
        "403, Refused",
        "404, NotFound",
        "409, Conflict",
        "413, Invalid",
        "422, Invalid",
        "500, Failed",
        "501, Failed"
    })
    void everyStatusHasItsException(int status, String exception) {
        try (ScriptedApi api = new ScriptedApi()) {
            api.refuses(status, "{\"type\":\"urn:x\",\"detail\":\"why it is so\",\"field\":\"limits.memory\"}");

            assertThatThrownBy(() -> api.sdk().task(new TaskId("t1")).result())
                    .isInstanceOf(HoldfastException.class)
                    .hasMessage("why it is so")
                    .satisfies(thrown ->
                            assertThat(thrown.getClass().getSimpleName()).isEqualTo(exception))
                    .satisfies(thrown -> {
                        if (thrown instanceof HoldfastException.Invalid invalid) {
                            assertThat(invalid.field()).isEqualTo("limits.memory");
                        }
                    });
            assertThat(api.requests).hasSize(1);
        }
    }

    @Test
    void whoIsRefusedTooOftenIsToldWhenToComeBack() {
        try (ScriptedApi api = new ScriptedApi()) {
            for (int i = 0; i < 5; i++) {
                api.refuses(429, "{}");
            }

            assertThatThrownBy(() -> api.sdk().task(new TaskId("t1")).result())
                    .isInstanceOfSatisfying(
                            HoldfastException.TooMany.class,
                            tooMany -> assertThat(tooMany.retryAfter()).isEqualTo(Duration.ZERO));
        }
    }

    @Test
    void whatIsNoProblemDocumentIsStillAnError() {
        try (ScriptedApi api = new ScriptedApi()) {
            api.answers(500, "<html>").answers(200, "<html>");

            assertThatThrownBy(() -> api.sdk().health())
                    .isInstanceOf(HoldfastException.Failed.class)
                    .hasMessageContaining("500");
            assertThatThrownBy(() -> api.sdk().health())
                    .isInstanceOf(HoldfastException.Failed.class)
                    .hasMessageContaining("could not be read");
        }
    }

    @Test
    void whereNobodyListensTheAddressIsNamed() {
        ScriptedApi gone = new ScriptedApi();
        Holdfast sdk = gone.sdk();
        gone.close();

        assertThatThrownBy(sdk::health)
                .isInstanceOf(HoldfastException.Unreachable.class)
                .hasMessageContaining("http://127.0.0.1:")
                .hasMessageContaining("is it running?");
    }
}
