package dev.holdfast.devstack.control;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A JVM of its own for one of our programs.
 *
 * @param options of the JVM, without the class path
 */
public record JavaProgram(String mainClass, String classPath, List<String> options) {
    /** One of the programs that the build puts into target/dist, with its class cache when there is one. */
    public static JavaProgram built(Path root, String program, String mainClass, List<String> options)
            throws IOException {
        ClassCache cache = ClassCache.of(root, program);
        List<String> all = new ArrayList<>(options);
        cache.option().ifPresent(all::add);
        String classPath = cache.jars().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        return new JavaProgram(mainClass, classPath, all);
    }

    /** With everything but the main class in a file, which keeps listings of processes readable. */
    public List<String> command(Path argumentFile) throws IOException {
        List<String> lines = new ArrayList<>(options);
        lines.add("-Xlog:disable");
        // The cache is told of as a failure because the JDK's own was made without native access; it is used all the
        // same.
        lines.add("-Xlog:all=error,cds*=off:stderr");
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

    private static String quoted(String argument) {
        return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
