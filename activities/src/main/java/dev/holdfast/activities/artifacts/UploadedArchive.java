package dev.holdfast.activities.artifacts;

import dev.holdfast.contract.InputFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.tar.TarUtils;
import org.jspecify.annotations.Nullable;

/** An upload that is unpacked: a tar archive, plain or gzipped. Read entry by entry, never unpacked here. */
final class UploadedArchive {
    private static final int BUFFER = 64 * 1024;
    private static final int HEADER = 512;
    private static final char NOT_UTF_8 = '\uFFFD';
    private static final int PERMISSIONS = 0777;
    private static final int OWNER_MAY_WRITE = 0700;

    private final BlobStore blobs;
    private final InputFile file;
    private final Set<String> links = new HashSet<>();

    private UploadedArchive(BlobStore blobs, InputFile file) {
        this.blobs = blobs;
        this.file = file;
    }

    static UploadedArchive of(BlobStore blobs, InputFile file) {
        return new UploadedArchive(blobs, file);
    }

    @FunctionalInterface
    private interface EntryTaker {
        void take(TarArchiveEntry entry, String path, InputStream content) throws IOException;
    }

    /** Throws when something in it is not to be unpacked. */
    void check() {
        try {
            forEach((entry, path, content) -> content.transferTo(OutputStream.nullOutputStream()));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible); // nothing is written
        }
    }

    /** Writes its entries below the file's path. Only writing throws {@link IOException}. */
    void copyTo(TarArchiveOutputStream archive, Runnable heartbeat) throws IOException {
        forEach((entry, path, content) -> {
            archive.putArchiveEntry(moved(entry, path));
            SignsOfLife.copy(content, archive, heartbeat);
            archive.closeArchiveEntry();
            heartbeat.run();
        });
    }

    /** Its plain files, under the paths that they will have. */
    void read(InputStager.FileReader reader) throws IOException {
        forEach((entry, path, content) -> {
            if (entry.isFile() && !entry.isLink() && !entry.isSymbolicLink()) {
                reader.read(below(path), entry.getSize(), content);
            }
        });
    }

    private void forEach(EntryTaker taker) throws IOException {
        try (InputStream stored = open();
                InputStream plain = decompressed(stored)) {
            requireTar(plain);
            TarArchiveInputStream entries = new TarArchiveInputStream(plain, StandardCharsets.UTF_8.name());
            InputStream content = new Content(entries);
            for (TarArchiveEntry entry = next(entries); entry != null; entry = next(entries)) {
                String path = safePath(entry.getName(), entry.getName());
                if (!path.isEmpty()) {
                    requireKnownKind(entry);
                    requireNoLinkOnTheWay(entry, path);
                    if (entry.isLink()) {
                        safePath(entry.getLinkName(), entry.getName());
                    }
                    taker.take(entry, path, content);
                }
            }
            // To the end, where the blob's hash is checked.
            stored.transferTo(OutputStream.nullOutputStream());
        }
    }

    private InputStream open() {
        try {
            return new BufferedInputStream(blobs.get(Objects.requireNonNull(file.sha256())), BUFFER);
        } catch (ArtifactException problem) {
            throw problem.error() == ArtifactError.BLOB_MISSING ? InputStager.missing(file) : problem;
        }
    }

    private InputStream decompressed(InputStream stored) {
        try {
            byte[] head = peek(stored, 2);
            boolean gzip = head.length == 2 && (head[0] & 0xff) == 0x1f && (head[1] & 0xff) == 0x8b;
            return gzip ? new BufferedInputStream(new GZIPInputStream(stored, BUFFER), BUFFER) : stored;
        } catch (IOException broken) {
            throw damaged(broken);
        }
    }

    private void requireTar(InputStream plain) {
        try {
            byte[] header = peek(plain, HEADER);
            if (header.length > 1 && header[0] == 'P' && header[1] == 'K') {
                throw invalid("is a zip archive: send it as tar or tar.gz", null);
            }
            boolean empty = Arrays.equals(header, new byte[HEADER]);
            if (header.length < HEADER || (!empty && !hasCheckSum(header))) {
                throw invalid("is not a tar archive: send it as tar or tar.gz", null);
            }
        } catch (IOException broken) {
            throw damaged(broken);
        }
    }

    private static boolean hasCheckSum(byte[] header) {
        try {
            return TarUtils.verifyCheckSum(header);
        } catch (IllegalArgumentException notEvenANumber) {
            return false;
        }
    }

    private static byte[] peek(InputStream stream, int count) throws IOException {
        stream.mark(count);
        byte[] bytes = stream.readNBytes(count);
        stream.reset();
        return bytes;
    }

    private @Nullable TarArchiveEntry next(TarArchiveInputStream entries) {
        try {
            return entries.getNextEntry();
        } catch (IOException | IllegalArgumentException broken) {
            throw damaged(broken);
        }
    }

    /** The name without what means nothing; empty for the archive's own directory. */
    private String safePath(String name, String entry) {
        if (name.startsWith("/")) {
            throw refused(entry, "has an absolute name");
        }
        if (name.indexOf(NOT_UTF_8) >= 0) {
            throw refused(entry, "has a name that is not UTF-8");
        }
        List<String> parts = new ArrayList<>();
        for (String part : List.of(name.split("/", -1))) {
            if (part.equals("..")) {
                throw refused(entry, "leads out of its directory");
            }
            if (!part.isEmpty() && !part.equals(".")) {
                parts.add(part);
            }
        }
        return String.join("/", parts);
    }

    private void requireKnownKind(TarArchiveEntry entry) {
        boolean file = switch (entry.getLinkFlag()) {
            case TarConstants.LF_NORMAL, TarConstants.LF_OLDNORM, TarConstants.LF_CONTIG -> !entry.isSparse();
            default -> false;
        };
        if (!file && !entry.isDirectory() && !entry.isSymbolicLink() && !entry.isLink()) {
            throw refused(entry.getName(), "is neither a file, a directory nor a link");
        }
    }

    private void requireNoLinkOnTheWay(TarArchiveEntry entry, String path) {
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
            if (links.contains(path.substring(0, slash))) {
                throw refused(entry.getName(), "would be written through a link");
            }
        }
        if (entry.isSymbolicLink()) {
            links.add(path);
        } else {
            links.remove(path);
        }
    }

    private TarArchiveEntry moved(TarArchiveEntry entry, String path) {
        String target = below(path) + (entry.isDirectory() ? "/" : "");
        TarArchiveEntry moved = new TarArchiveEntry(target, entry.getLinkFlag());
        moved.setMode((entry.getMode() & PERMISSIONS) | (entry.isDirectory() ? OWNER_MAY_WRITE : 0));
        moved.setModTime(entry.getModTime());
        if (entry.isSymbolicLink()) {
            moved.setLinkName(entry.getLinkName());
        } else if (entry.isLink()) {
            moved.setLinkName(below(safePath(entry.getLinkName(), entry.getName())));
        } else if (!entry.isDirectory()) {
            moved.setSize(entry.getSize());
        }
        return moved;
    }

    private String below(String path) {
        String directory = file.path();
        return directory.equals(".") ? path : directory + (directory.endsWith("/") ? "" : "/") + path;
    }

    private ArtifactException refused(String entry, String why) {
        return invalid("holds an entry that " + why + ": " + shown(entry), null);
    }

    private ArtifactException damaged(Exception cause) {
        return invalid("is damaged (" + cause.getMessage() + "): upload it again", cause);
    }

    private ArtifactException invalid(String why, @Nullable Exception cause) {
        return new ArtifactException(
                ArtifactError.ARCHIVE_INVALID, "files: '" + file.path() + "': its upload " + why, cause);
    }

    private static String shown(String name) {
        String visible = name.codePoints()
                .limit(100)
                .mapToObj(c -> Character.isISOControl(c) ? String.format("\\u%04x", c) : Character.toString(c))
                .collect(Collectors.joining());
        return "'" + visible + (name.length() > 100 ? "…" : "") + "'";
    }

    /** Tells a damaged archive from a failing output: what reading throws here is about the archive. */
    private final class Content extends InputStream {
        private final TarArchiveInputStream entries;

        Content(TarArchiveInputStream entries) {
            this.entries = entries;
        }

        @Override
        public int read() {
            byte[] single = new byte[1];
            return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            try {
                return entries.read(into, offset, length);
            } catch (IOException broken) {
                throw damaged(broken);
            }
        }
    }
}
