package dev.holdfast.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A page of the documentation that is made from the code. */
final class Page {
    private static final Path ROOT = Path.of(System.getProperty("holdfast.root", ".."));

    private Page() {}

    static Path file(String path) {
        return ROOT.resolve(path);
    }

    /** With -Dholdfast.write=true it is written anew. */
    static void mustBe(String name, String made) throws IOException {
        Path page = file("docs").resolve(name);
        if (Boolean.getBoolean("holdfast.write")) {
            Files.writeString(page, made);
        }
        assertThat(page)
                .as("docs/%s is made from the code: run this test with -Dholdfast.write=true and commit it", name)
                .content()
                .isEqualTo(made);
    }
}
