package dev.holdfast.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The commands that a page shows: the lines of its blocks marked bash, without comments. */
final class MarkdownCommands {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```bash\\n(.*?)^```");

    private MarkdownCommands() {}

    /** A line that ends with a backslash goes on in the next. */
    static List<String> in(Path page) {
        try {
            return BLOCK.matcher(Files.readString(page))
                    .results()
                    .flatMap(block -> block.group(1).replace("\\\n", " ").lines())
                    .map(line -> line.replaceFirst("\\s+# .*", "").strip())
                    .filter(line -> !line.isEmpty())
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
