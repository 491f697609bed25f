package dev.holdfast.activities.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OutputExcerptTest {
    @Test
    void shortOutputIsWhole() {
        assertThat(excerpt(4, "abc", "defgh")).isEqualTo("abcdefgh");
    }

    @Test
    void longOutputKeepsBothEndsAndSaysHowMuchIsMissing() {
        assertThat(excerpt(4, "0123456789")).isEqualTo("0123\n[… 2 bytes left out; the log has them …]\n6789");
    }

    @Test
    void theEndIsTheLastBytesHoweverTheyArrive() {
        assertThat(excerpt(3, "ab", "c", "d", "efghijklmnop", "q", "rs"))
                .startsWith("abc\n")
                .endsWith("\nqrs");
    }

    @Test
    void linesBetweenTheEndsThatLookLikeErrorsAreKept() {
        String noise = "all is well\n".repeat(1000);

        assertThat(excerpt(2048, noise, "Main.java:7: er", "ror: ';' expected\n", noise, "done\n"))
                .contains("\nMain.java:7: error: ';' expected\n[… the lines above looked like errors …]\n")
                .endsWith("done\n");
        assertThat(excerpt(2048, "an error at the beginning\n", noise, noise)).doesNotContain("looked like errors");
    }

    @Test
    void whatIsNoTextIsEscapedAndTheRestIsKept() {
        byte[] bytes = {'a', 0, (byte) 0xff, 'b', (byte) 0xe2, (byte) 0x82};

        assertThat(VisibleText.of(bytes)).isEqualTo("a\\x00\\xffb\\xe2\\x82");
        assertThat(VisibleText.of("häß€😀\n".getBytes(StandardCharsets.UTF_8))).isEqualTo("häß€😀\n");
    }

    private static String excerpt(int end, String... pieces) {
        OutputExcerpt excerpt = new OutputExcerpt(end);
        for (String piece : pieces) {
            excerpt.add(piece.getBytes(StandardCharsets.UTF_8));
        }
        return excerpt.text();
    }
}
