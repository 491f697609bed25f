package dev.holdfast.devstack.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The classes of a built program in the form that a JVM maps instead of parsing. Beside it lies the option by which a JVM
 * takes it; the launcher {@code ./holdfast} keeps the same files for the programs that it starts itself.
 */
public final class ClassCache {
    private final Path directory;

    private ClassCache(Path directory) {
        this.directory = directory;
    }

    public static ClassCache of(Path root, String program) {
        return new ClassCache(root.resolve("target/dist").resolve(program));
    }

    /** Whether it was made, or tried to be made, from the jars as they are. */
    public boolean isCurrent() throws IOException {
        if (!Files.exists(optionFile())) {
            return false;
        }
        FileTime made = Files.getLastModifiedTime(optionFile());
        for (Path jar : jars()) {
            if (Files.getLastModifiedTime(jar).compareTo(made) > 0) {
                return false;
            }
        }
        return true;
    }

    /** What to start the program's JVM with. */
    public Optional<String> option() throws IOException {
        return isCurrent()
                ? Optional.of(Files.readString(optionFile()).strip()).filter(text -> !text.isEmpty())
                : Optional.empty();
    }

    public void keep(Path made) throws IOException {
        Path cache = directory.resolve("cache");
        Path next = directory.resolve("cache.next");
        Files.copy(made, next, StandardCopyOption.REPLACE_EXISTING);
        Files.move(next, cache, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(optionFile(), "-XX:SharedArchiveFile=" + cache + "\n");
    }

    public void giveUp() throws IOException {
        Files.writeString(optionFile(), "");
    }

    public Path lockFile() {
        return directory.resolve("cache.lock");
    }

    /** In the order of their names, which the launcher uses too: a cache fits only the order that it was made with. */
    List<Path> jars() throws IOException {
        Path libraries = directory.resolve("lib");
        if (!Files.isDirectory(libraries)) {
            throw new IOException(libraries + " is missing: build it by ./mvnw -DskipTests package");
        }
        try (Stream<Path> files = Files.list(libraries)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }

    private Path optionFile() {
        return directory.resolve("cache.option");
    }
}
