package dev.holdfast.benchmarks.groups;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** An archive of files that cannot be compressed. */
final class SampleTar {
    private SampleTar() {}

    static Path of(Path archive, String directory, int files, int bytes) throws IOException {
        Random random = new Random(files);
        byte[] content = new byte[bytes];
        try (TarArchiveOutputStream tar =
                new TarArchiveOutputStream(new BufferedOutputStream(Files.newOutputStream(archive)))) {
            TarArchiveEntry top = new TarArchiveEntry(directory + "/");
            tar.putArchiveEntry(top);
            tar.closeArchiveEntry();
            for (int i = 0; i < files; i++) {
                random.nextBytes(content);
                TarArchiveEntry entry = new TarArchiveEntry(directory + "/file-" + i);
                entry.setSize(bytes);
                tar.putArchiveEntry(entry);
                tar.write(content);
                tar.closeArchiveEntry();
            }
        }
        return archive;
    }
}
