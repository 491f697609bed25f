package dev.holdfast.activities.bundle;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** A gzipped tar without anything that differs from one writing to the next: no times, no owners. */
final class BundleArchive {
    private static final int BUFFER = 64 * 1024;

    private BundleArchive() {}

    static final class Writer {
        private final GZIPOutputStream compressed;
        private final TarArchiveOutputStream tar;

        /** Does not close the stream, which is the caller's. */
        Writer(OutputStream output) throws IOException {
            compressed = new GZIPOutputStream(output, BUFFER);
            tar = new TarArchiveOutputStream(compressed, StandardCharsets.UTF_8.name());
            tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
        }

        void add(String path, byte[] content) throws IOException {
            add(path, content.length, new ByteArrayInputStream(content));
        }

        void add(String path, long size, InputStream content) throws IOException {
            TarArchiveEntry entry = new TarArchiveEntry(path);
            entry.setSize(size);
            entry.setModTime(0);
            entry.setIds(0, 0);
            entry.setNames("", "");
            entry.setMode(TarArchiveEntry.DEFAULT_FILE_MODE);
            tar.putArchiveEntry(entry);
            content.transferTo(tar);
            tar.closeArchiveEntry();
        }

        void finish() throws IOException {
            tar.finish();
            compressed.finish();
        }
    }
}
