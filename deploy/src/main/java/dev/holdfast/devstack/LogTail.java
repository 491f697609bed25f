package dev.holdfast.devstack;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The last lines of a log, for a message that says why a part did not start. */
final class LogTail {
    private static final int AT_MOST = 8192;

    private LogTail() {}

    static List<String> of(Path log, int lines) {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            file.seek(Math.max(0, file.length() - AT_MOST));
            byte[] end = new byte[(int) Math.min(file.length(), AT_MOST)];
            file.readFully(end);
            List<String> all = new String(end, StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
            return all.subList(Math.max(0, all.size() - lines), all.size());
        } catch (IOException none) {
            return List.of();
        }
    }
}
