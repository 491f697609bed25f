package dev.holdfast.activities.sandbox.home;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What is mounted on this host. */
public final class Mounts {
    private static final int MOUNT_POINT = 4;

    private Mounts() {}

    /** Mount points at or below a path, the deepest first, so that they can be unmounted in that order. */
    public static List<Path> below(Path path) {
        try (var lines = Files.lines(Path.of("/proc/self/mountinfo"), StandardCharsets.ISO_8859_1)) {
            String name = new String(
                    String.valueOf(path.getFileName()).getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
            // A busy host has hundreds; but a name that is written in another way here must be looked at all the same.
            return lines.filter(line -> line.contains(name) || line.indexOf('\\') >= 0)
                    .map(line -> Path.of(unescaped(line.split(" ", -1)[MOUNT_POINT])))
                    .filter(point -> point.startsWith(path))
                    .sorted((a, b) -> b.getNameCount() - a.getNameCount())
                    .toList();
        } catch (IOException noProc) {
            throw new UncheckedIOException("/proc is needed to learn what is mounted", noProc);
        }
    }

    /** Blanks and the like are written as a backslash and three octal digits, everything else byte by byte. */
    private static String unescaped(String written) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < written.length(); i++) {
            if (written.charAt(i) == '\\' && i + 3 < written.length()) {
                plain.append((char) Integer.parseInt(written.substring(i + 1, i + 4), 8));
                i += 3;
            } else {
                plain.append(written.charAt(i));
            }
        }
        return new String(plain.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }
}
