package dev.holdfast.activities.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WrittenTextTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2026-01-01T12:00:00.123Z started        | 2026-02-03T04:05:06Z started
            2026-01-01 12:00:00,123 INFO            | 2026-01-02 13:00:01,456 INFO
            Tue Nov 17 09:11:31 UTC 2026            | Wed Nov 18 10:00:00 UTC 2026
            [09:11:31] ok                           | [23:59:59.999] ok
            at 0x7ffe1234 in main                   | at 0xcafebabe00 in main
            java.lang.Object@1b6d3586               | java.lang.Object@4554617c
            12 passed in 1.23s                      | 12 passed in 0.4 s
            took 15 ms                              | took 1250ms
            id 123e4567-e89b-12d3-a456-426614174000 | id 00000000-e89b-12d3-a456-426614174fff
            wrote /tmp/tmp.ab12/x                   | wrote /tmp/tmp.zz99/x
            worker pid=17                           | worker pid=4711
            """)
    void timesAddressesAndDurationsAreMadeEqual(String one, String other) {
        assertThat(written(one).differenceTo(written(other))).isEmpty();
    }

    @Test
    void whatIsReallyAnotherStaysAnother() {
        assertThat(written("12 passed in 1.2s").differenceTo(written("11 passed in 1.2s")))
                .contains("-12 passed in <duration>", "+11 passed in <duration>");
    }

    @Test
    void theEndOfVeryLongOutputCountsToo() {
        String long6Megabytes = "a line of output like any other\n".repeat(200_000);

        assertThat(written(long6Megabytes + "ok\n").differenceTo(written(long6Megabytes + "ok")))
                .isEmpty();
        assertThat(written(long6Megabytes + "ok\n").differenceTo(written(long6Megabytes + "not ok\n")))
                .singleElement()
                .asString()
                .contains("behind the first 4 MB");
    }

    @Test
    void moreThanAPageOfDifferencesIsSaidToBeMore() {
        String odd = "a\nb\n".repeat(1000);

        List<String> lines = written(odd).differenceTo(written("c\nd\n".repeat(1000)));

        assertThat(lines).hasSize(501);
        assertThat(lines.getLast()).contains("left out");
    }

    private static WrittenText written(String text) {
        WrittenText written = new WrittenText();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        written.add(bytes);
        written.end();
        return written;
    }
}
