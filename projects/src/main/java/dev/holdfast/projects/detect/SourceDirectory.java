package dev.holdfast.projects.detect;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/** One directory with the names of what is in it. Files are read when they are asked for, and only their beginning. */
public final class SourceDirectory {
    private static final int MAX_BYTES = 1024 * 1024;

    private final Path directory;
    private final String path;
    private final NavigableSet<String> files;
    private final NavigableSet<String> directories;

    SourceDirectory(Path directory, String path, Collection<String> files, Collection<String> directories) {
        this.directory = directory;
        this.path = path;
        this.files = new TreeSet<>(files);
        this.directories = new TreeSet<>(directories);
    }

    /** Relative to the directory that is looked at; {@code .} for itself. */
    public String path() {
        return path;
    }

    public boolean has(String file) {
        return files.contains(file);
    }

    /** Of all files in it. */
    NavigableSet<String> names() {
        return files;
    }

    public boolean hasDirectory(String name) {
        return directories.contains(name);
    }

    /** @param below a path of directories, e.g. {@code vendor/cache} */
    public boolean reaches(String below) {
        return Files.isDirectory(directory.resolve(below), LinkOption.NOFOLLOW_LINKS);
    }

    /** The first file with this ending. */
    public Optional<String> ending(String suffix) {
        return files.stream().filter(file -> file.endsWith(suffix)).findFirst();
    }

    public Optional<String> firstOf(String... names) {
        return java.util.Arrays.stream(names).filter(files::contains).findFirst();
    }

    public boolean any(java.util.function.Predicate<String> name) {
        return files.stream().anyMatch(name);
    }

    /** The text of a file, empty when it is not there or cannot be read. */
    public SourceText text(String file) {
        Path wanted = directory.resolve(file).normalize();
        if (!wanted.startsWith(directory) || !Files.isRegularFile(wanted)) {
            return new SourceText(name(file), "");
        }
        try (InputStream in = Files.newInputStream(wanted)) {
            return new SourceText(name(file), new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            return new SourceText(name(file), "");
        }
    }

    /** How evidence calls a file of this directory. */
    public String name(String file) {
        return path.equals(".") ? file : path + "/" + file;
    }
}
