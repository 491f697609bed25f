package dev.holdfast.devstack.control;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A JVM of its own for one of our programs.
 *
 * @param options of the JVM, without the class path
 */
public record JavaProgram(String mainClass, String classPath, List<String> options) {
    /** One of the programs that the build puts into target/dist. */
    public static JavaProgram built(Path root, String program, String mainClass, List<String> options)
            throws IOException {
        Path directory = root.resolve("target/dist").resolve(program);
        List<Path> jars = jars(directory.resolve("lib"));
        List<String> all = new ArrayList<>(options);
        cacheOption(directory, jars).ifPresent(all::add);
        String classPath = jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        return new JavaProgram(mainClass, classPath, all);
    }

    /** With everything but the main class in a file, which keeps listings of processes readable. */
    public List<String> command(Path argumentFile) throws IOException {
        List<String> lines = new ArrayList<>(options);
        lines.add("-Xlog:disable"); // a cache that does not fit would be announced
        lines.add("-Xlog:all=error:stderr");
        lines.add("--enable-native-access=ALL-UNNAMED");
        lines.add("-cp");
        lines.add(classPath);
        Files.createDirectories(argumentFile.getParent());
        Files.write(argumentFile, lines.stream().map(JavaProgram::quoted).toList());
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return List.of(java.toString(), "@" + argumentFile, mainClass);
    }

    /** Changes with everything that the program consists of. */
    public String version() throws IOException {
        StringBuilder version = new StringBuilder(String.join(" ", options));
        for (String jar : classPath.split(File.pathSeparator, -1)) {
            version.append('\n').append(jar).append(' ').append(Files.getLastModifiedTime(Path.of(jar)));
        }
        return version.toString();
    }

    /** In the order of their names, which the launcher uses too: a class cache fits only the order it was made with. */
    private static List<Path> jars(Path libraries) throws IOException {
        if (!Files.isDirectory(libraries)) {
            throw new IOException(libraries + " is missing: build it by ./mvnw -DskipTests package");
        }
        try (Stream<Path> files = Files.list(libraries)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }

    /** The launcher leaves it after a build; older than a jar it does not fit. */
    private static Optional<String> cacheOption(Path directory, List<Path> jars) throws IOException {
        Path option = directory.resolve("cache.option");
        if (!Files.exists(option)) {
            return Optional.empty();
        }
        FileTime made = Files.getLastModifiedTime(option);
        for (Path jar : jars) {
            if (Files.getLastModifiedTime(jar).compareTo(made) > 0) {
                return Optional.empty();
            }
        }
        return Optional.of(Files.readString(option).strip()).filter(text -> !text.isEmpty());
    }

    private static String quoted(String argument) {
        return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
