package dev.holdfast.api.code;

import dev.holdfast.activities.artifacts.InputStager;
import dev.holdfast.contract.InputFile;
import dev.holdfast.contract.InvalidFieldException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A caller's files for a while in a directory of their own. Links and special files stay out, so whoever reads here reads
 * nothing else of this machine.
 */
final class SourceCopy implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SourceCopy.class);
    private static final long MOST_BYTES = 256L << 20;
    private static final int MOST_FILES = 50_000;

    private final Path home;
    private final Path tree;
    private int files;

    private SourceCopy(Path home) {
        this.home = home;
        this.tree = home.resolve("tree");
    }

    static SourceCopy of(InputStager stager, List<InputFile> given) throws IOException {
        SourceCopy copy = new SourceCopy(Files.createTempDirectory("holdfast-code-"));
        try {
            copy.fill(stager, given);
            return copy;
        } catch (IOException | RuntimeException failure) {
            copy.close();
            throw failure;
        }
    }

    Path tree() {
        return tree;
    }

    /** By way of an archive, as into a sandbox: what may be in one is decided in one place. */
    private void fill(InputStager stager, List<InputFile> given) throws IOException {
        Files.createDirectory(tree);
        Path archive = home.resolve("archive");
        try (OutputStream out = new Bounded(Files.newOutputStream(archive))) {
            stager.pack(given, out);
        }
        try (TarArchiveInputStream tar = new TarArchiveInputStream(
                new BufferedInputStream(Files.newInputStream(archive)), StandardCharsets.UTF_8.name())) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                if (isPlain(entry)) {
                    write(entry.getName(), tar);
                }
            }
        }
        Files.delete(archive);
    }

    private static boolean isPlain(TarArchiveEntry entry) {
        byte kind = entry.getLinkFlag();
        return (kind == TarConstants.LF_NORMAL || kind == TarConstants.LF_OLDNORM)
                && !entry.getName().endsWith("/");
    }

    private void write(String name, TarArchiveInputStream content) throws IOException {
        if (++files > MOST_FILES) {
            throw new InvalidFieldException("files", "are more than " + MOST_FILES + "; leave out what is not code");
        }
        Optional<Path> place = place(name);
        if (place.isEmpty()) {
            return;
        }
        try {
            Files.createDirectories(place.get().getParent());
            Files.copy(content, place.get(), StandardCopyOption.REPLACE_EXISTING);
        } catch (FileSystemException impossible) {
            throw new InvalidFieldException(
                    "files", "'" + name + "' is no name that a file can have beside the others");
        }
    }

    private Optional<Path> place(String name) {
        try {
            Path place = tree.resolve(name).normalize();
            return place.startsWith(tree) && !place.equals(tree) ? Optional.of(place) : Optional.empty();
        } catch (InvalidPathException notHere) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        try (Stream<Path> all = Files.walk(home)) {
            all.sorted(Comparator.reverseOrder()).forEach(SourceCopy::delete);
        } catch (IOException | UncheckedIOException left) {
            log.warn("{} could not be removed: {}", home, left.getMessage());
        }
    }

    private static void delete(Path path) {
        try {
            Files.delete(path);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Refuses what is more than code usually is. */
    private static final class Bounded extends OutputStream {
        private final OutputStream out;
        private long written;

        Bounded(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            written += length;
            if (written > MOST_BYTES) {
                throw new InvalidFieldException(
                        "files", "are more than " + (MOST_BYTES >> 20) + " MB; leave out what is not code");
            }
            out.write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }
}
