package dev.holdfast.activities.artifacts;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/** Makes and reads small archives. */
public final class TestTar {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final TarArchiveOutputStream archive = new TarArchiveOutputStream(bytes, "UTF-8");

    public TestTar() {
        archive.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
        archive.setAddPaxHeadersForNonAsciiNames(true);
    }

    public TestTar file(String name, String text) {
        return file(name, text.getBytes(UTF_8));
    }

    TestTar file(String name, byte[] content) {
        return add(new TarArchiveEntry(name, true), content);
    }

    /** As the supervisor packs a name that is not UTF-8. */
    TestTar fileNamed(String escaped, String shown, String text) {
        TarArchiveEntry entry = new TarArchiveEntry(shown);
        entry.addPaxHeader(EntryNames.NAME_RECORD, escaped);
        return add(entry, text.getBytes(UTF_8));
    }

    TestTar directory(String name) {
        return add(new TarArchiveEntry(name + "/"), new byte[0]);
    }

    public TestTar link(String name, String target) {
        return special(name, TarConstants.LF_SYMLINK, target);
    }

    TestTar hardLink(String name, String target) {
        return special(name, TarConstants.LF_LINK, target);
    }

    TestTar fifo(String name) {
        return special(name, TarConstants.LF_FIFO, "");
    }

    private TestTar special(String name, byte flag, String target) {
        TarArchiveEntry entry = new TarArchiveEntry(name, flag, true);
        entry.setLinkName(target);
        return add(entry, new byte[0]);
    }

    TestTar executable(String name, String text) {
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setMode(04755);
        return add(entry, text.getBytes(UTF_8));
    }

    private TestTar add(TarArchiveEntry entry, byte[] content) {
        try {
            entry.setSize(content.length);
            archive.putArchiveEntry(entry);
            archive.write(content);
            archive.closeArchiveEntry();
            return this;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    public byte[] bytes() {
        try {
            archive.close();
            return bytes.toByteArray();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    byte[] gzipped() {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
            gzip.write(bytes());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return zipped.toByteArray();
    }

    /** Each entry in a line: its kind, permissions, name and content or target. */
    static Map<String, String> read(byte[] tar) {
        Map<String, String> entries = new LinkedHashMap<>();
        try (TarArchiveInputStream archive = new TarArchiveInputStream(new ByteArrayInputStream(tar), "UTF-8")) {
            for (TarArchiveEntry entry = archive.getNextEntry(); entry != null; entry = archive.getNextEntry()) {
                String kind = entry.isDirectory()
                        ? "directory"
                        : entry.isSymbolicLink() ? "link" : entry.isLink() ? "same" : "file";
                String content = kind.equals("file") ? new String(archive.readAllBytes(), UTF_8) : entry.getLinkName();
                entries.put(
                        entry.getName(), kind + " " + Integer.toOctalString(entry.getMode() & 07777) + " " + content);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return entries;
    }
}
