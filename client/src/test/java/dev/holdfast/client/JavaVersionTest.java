package dev.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** Callers may be on Java 17, whatever Holdfast itself needs: the SDK and all that it brings along. */
class JavaVersionTest {
    private static final int JAVA_17 = 61;

    /** All that the SDK needs at run time; what is not named here is of the tests. */
    private static final List<String> PARTS =
            List.of("client/target", "holdfast-client", "contract/target", "holdfast-contract", "jackson-", "jspecify");

    @Test
    void everyClassThatCallersGetIsForJava17() throws IOException {
        Map<String, Integer> versions = new TreeMap<>();
        for (String part : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(part);
            if (PARTS.stream().anyMatch(part::contains) && !part.contains("test-classes")) {
                versions.putAll(Files.isDirectory(path) ? ofDirectory(path) : ofArchive(path));
            }
        }

        assertThat(versions)
                .hasSizeGreaterThan(500)
                .containsKey("dev/holdfast/client/Holdfast.class")
                .containsKey("dev/holdfast/contract/TaskSpec.class");
        assertThat(versions.entrySet())
                .allSatisfy(
                        entry -> assertThat(entry.getValue()).as(entry.getKey()).isLessThanOrEqualTo(JAVA_17));
    }

    private static Map<String, Integer> ofDirectory(Path directory) throws IOException {
        Map<String, Integer> versions = new TreeMap<>();
        List<Path> classes = new ArrayList<>();
        try (Stream<Path> files = Files.walk(directory)) {
            files.filter(file -> file.toString().endsWith(".class")).forEach(classes::add);
        }
        for (Path file : classes) {
            try (InputStream bytes = Files.newInputStream(file)) {
                versions.put(directory.relativize(file).toString(), version(bytes));
            }
        }
        return versions;
    }

    private static Map<String, Integer> ofArchive(Path archive) throws IOException {
        Map<String, Integer> versions = new TreeMap<>();
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                // Classes for newer versions lie beside the others, for those versions only.
                if (entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/versions/")) {
                    try (InputStream bytes = zip.getInputStream(entry)) {
                        versions.put(entry.getName(), version(bytes));
                    }
                }
            }
        }
        return versions;
    }

    private static int version(InputStream classFile) throws IOException {
        DataInputStream data = new DataInputStream(classFile);
        assertThat(data.readInt()).isEqualTo(0xcafebabe);
        data.readUnsignedShort();
        return data.readUnsignedShort();
    }
}
