package dev.holdfast.activities.artifacts;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ContentTypesTest {
    @Test
    void theyComeFromBytesAndNames() {
        assertThat(type("a.png", "\u0089PNG\r\n\u001a\n")).isEqualTo("image/png");
        assertThat(type("fake.txt", "\u007fELF\u0002")).isEqualTo("application/x-elf");
        assertThat(type("app.jar", "PK\u0003\u0004")).isEqualTo("application/java-archive");
        assertThat(type("bomb.zip", "PK\u0003\u0004")).isEqualTo("application/zip");
        assertThat(type("page.html", "<p>hi</p>")).isEqualTo("text/html");
        assertThat(type("page.html", "\u0000\u0001")).isEqualTo("application/octet-stream");
        assertThat(type("Makefile", "all:\n\techo")).isEqualTo("text/plain");
        assertThat(type("colours.log", "\u001b[31mred\u001b[0m\n")).isEqualTo("text/plain");
        assertThat(type("latin.txt", "caf\u00e9")).isEqualTo("application/octet-stream");
        assertThat(type("empty", "")).isEqualTo("text/plain");
        assertThat(ContentTypes.guess("cut.txt", Arrays.copyOf("é".repeat(300).getBytes(UTF_8), 511)))
                .isEqualTo("application/octet-stream");
        assertThat(ContentTypes.guess("cut.txt", Arrays.copyOf(("x" + "é".repeat(300)).getBytes(UTF_8), 512)))
                .isEqualTo("text/plain");
    }

    private static String type(String path, String latin) {
        return ContentTypes.guess(path, latin.getBytes(ISO_8859_1));
    }
}
