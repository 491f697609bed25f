package dev.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonTextTest {
    private static final String ODD = "a\"\\/\n\t\r\b\f\u001b\u0000\u007fäß€\u2028😀[…]";

    @Test
    void textIsAsLongAsItIsWritten() {
        assertThat(JsonText.length(ODD)).isEqualTo(written(ODD));
        for (char c = 0; c < Character.MIN_SURROGATE; c++) {
            String text = String.valueOf(c);
            assertThat(JsonText.length(text)).as("U+%04X", (int) c).isEqualTo(written(text));
        }
    }

    @Test
    void shortTextStaysAsItIs() {
        assertThat(JsonText.shortened("hello", 5)).isEqualTo("hello");
        assertThat(JsonText.shortened("", 0)).isEmpty();
    }

    @Test
    void ofLongTextTheEndsAreLeftAndHowMuchIsBetween() {
        String text = "first" + "x".repeat(1000) + "last";

        assertThat(JsonText.shortened(text, 100))
                .startsWith("first")
                .endsWith("last")
                .containsPattern("x\\[… 9\\d\\d characters left out …]x");
        assertThat(JsonText.shortened(text, 10)).isEqualTo("…");
    }

    @Test
    void whateverIsShortenedFitsAndIsNotShortenedAgain() {
        Random random = new Random(7);
        for (int round = 0; round < 2000; round++) {
            String text = random.ints(random.nextInt(400), 0, ODD.codePointCount(0, ODD.length()))
                    .map(at -> ODD.codePointAt(ODD.offsetByCodePoints(0, at)))
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            int most = 3 + random.nextInt(600);

            String shortened = JsonText.shortened(text, most);

            assertThat(written(shortened)).isLessThanOrEqualTo(most);
            assertThat(JsonText.shortened(shortened, most)).isEqualTo(shortened);
        }
    }

    private static int written(String text) {
        return ContractJson.LENIENT.writeValueAsBytes(text).length - 2;
    }
}
