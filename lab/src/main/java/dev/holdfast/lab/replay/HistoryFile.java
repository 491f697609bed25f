package dev.holdfast.lab.replay;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/** A history in Temporal's JSON: as a file of its own, or inside of an exported bundle. */
final class HistoryFile {
    /** Where a bundle has it. */
    static final String IN_A_BUNDLE = "task/workflow.json";

    private static final int GZIP = 0x1f8b;

    /** Far above what Temporal keeps of one workflow. */
    private static final int MOST_BYTES = 256 << 20;

    private HistoryFile() {}

    static String read(Path file) throws IOException {
        try (BufferedInputStream content = new BufferedInputStream(Files.newInputStream(file))) {
            content.mark(2);
            int first = content.read() << 8 | content.read();
            content.reset();
            return text(first == GZIP ? entry(content) : content);
        }
    }

    private static InputStream entry(InputStream bundle) throws IOException {
        TarArchiveInputStream entries =
                new TarArchiveInputStream(new GZIPInputStream(bundle), StandardCharsets.UTF_8.name());
        for (TarArchiveEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
            if (entry.getName().equals(IN_A_BUNDLE)) {
                return entries;
            }
        }
        throw new IOException("the bundle has no " + IN_A_BUNDLE
                + ": Temporal had forgotten the task when it was exported, or it was made by an older version");
    }

    private static String text(InputStream content) throws IOException {
        byte[] bytes = content.readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            throw new IOException("it has more than " + (MOST_BYTES >> 20) + " MiB");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
