package dev.holdfast.activities.artifacts;

import dev.holdfast.activities.sandbox.PutReport;
import dev.holdfast.activities.sandbox.PutRequest;
import dev.holdfast.activities.sandbox.Supervisor;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.Limits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * Brings a task's files into its sandbox as one tar stream. The supervisor takes all of it or, when anything is wrong
 * with it, nothing.
 */
public final class InputStager {
    private static final int PLAIN = 0644;
    private static final int EXECUTABLE = 0755;

    private final BlobStore blobs;

    public InputStager(BlobStore blobs) {
        this.blobs = blobs;
    }

    /**
     * Looks whether the files can be staged: uploads are there, and archives hold nothing that leads out of their
     * directory.
     *
     * @throws ArtifactException which names the file
     */
    public void check(List<InputFile> files) {
        for (InputFile file : files) {
            if (file.unpack()) {
                UploadedArchive.of(blobs, file).check();
            } else if (file.sha256() != null) {
                info(file);
            }
        }
    }

    /** Sees a file before it is staged; need not read it to its end. */
    @FunctionalInterface
    public interface FileReader {
        void read(String path, long size, InputStream content) throws IOException;
    }

    /** Shows all files, those in archives one by one. */
    public void read(List<InputFile> files, FileReader reader) throws IOException {
        for (InputFile file : files) {
            byte[] inline = file.inlineBytes();
            if (file.unpack()) {
                UploadedArchive.of(blobs, file).read(reader);
            } else if (inline != null) {
                reader.read(file.path(), inline.length, new ByteArrayInputStream(inline));
            } else {
                BlobRef ref = info(file).ref();
                try (InputStream content = blobs.get(ref.sha256())) {
                    reader.read(file.path(), ref.size(), content);
                }
            }
        }
    }

    /** @param heartbeat called after each file and now and then within a large one; what it throws ends the staging */
    public PutReport stage(Supervisor supervisor, List<InputFile> files, Limits limits, Runnable heartbeat) {
        if (files.isEmpty()) {
            return new PutReport(0, 0);
        }
        // Before the sandbox hears of it: the error is then about the upload and not about a broken stream.
        files.stream().filter(file -> file.sha256() != null).forEach(this::info);
        Limits whole = limits.orElse(Limits.DEFAULTS);
        PutRequest request = new PutRequest(
                ".", Objects.requireNonNull(whole.workspace()).bytes(), Objects.requireNonNull(whole.workspaceFiles()));
        return supervisor.put(request, tar -> write(files, tar, heartbeat));
    }

    /** Writes the files as one tar archive, as a sandbox gets them. */
    public void pack(List<InputFile> files, OutputStream tar) throws IOException {
        write(files, tar, () -> {});
    }

    private void write(List<InputFile> files, OutputStream tar, Runnable heartbeat) throws IOException {
        // Not closed: the stream is the supervisor's.
        TarArchiveOutputStream archive = archive(tar);
        for (InputFile file : files) {
            if (file.unpack()) {
                UploadedArchive.of(blobs, file).copyTo(archive, heartbeat);
            } else {
                writeFile(file, archive, heartbeat);
            }
            heartbeat.run();
        }
        archive.finish();
        archive.flush();
    }

    private static TarArchiveOutputStream archive(OutputStream tar) {
        TarArchiveOutputStream archive = new TarArchiveOutputStream(tar, StandardCharsets.UTF_8.name());
        archive.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
        archive.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
        archive.setAddPaxHeadersForNonAsciiNames(true);
        return archive;
    }

    private void writeFile(InputFile file, TarArchiveOutputStream archive, Runnable heartbeat) throws IOException {
        byte[] inline = file.inlineBytes();
        TarArchiveEntry entry = new TarArchiveEntry(file.path());
        entry.setMode(file.executable() ? EXECUTABLE : PLAIN);
        if (inline != null) {
            entry.setSize(inline.length);
            archive.putArchiveEntry(entry);
            archive.write(inline);
        } else {
            BlobRef ref = info(file).ref();
            entry.setSize(ref.size());
            archive.putArchiveEntry(entry);
            try (InputStream content = blobs.get(ref.sha256())) {
                SignsOfLife.copy(content, archive, heartbeat);
            }
        }
        archive.closeArchiveEntry();
    }

    private BlobInfo info(InputFile file) {
        String sha256 = Objects.requireNonNull(file.sha256());
        return blobs.stat(sha256).orElseThrow(() -> missing(file));
    }

    static ArtifactException missing(InputFile file) {
        return new ArtifactException(
                ArtifactError.BLOB_MISSING,
                "files: '" + file.path() + "': its upload " + file.sha256()
                        + " is not in the artifact storage: upload it again");
    }
}
