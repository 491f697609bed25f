package dev.holdfast.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A link or a path that the documentation names is there. */
class LinksTest {
    private static final Path ROOT = Path.of(System.getProperty("holdfast.root", ".."));
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");

    static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT, 4)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> Stream.of("target", "node_modules", ".git")
                            .noneMatch(part -> ROOT.relativize(file).startsWith(part)
                                    || file.toString().contains("/" + part + "/")))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyLinkLeadsSomewhere(Path page) throws IOException {
        Matcher links = LINK.matcher(Files.readString(page));
        while (links.find()) {
            assertThat(page.resolveSibling(links.group(1)))
                    .as("link in %s", ROOT.relativize(page))
                    .exists();
        }
    }
}
