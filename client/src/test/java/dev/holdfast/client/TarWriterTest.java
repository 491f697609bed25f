package dev.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TarWriterTest {
    @TempDir
    Path directory = Path.of("");

    @Test
    void everythingIsReadBackByAnotherProgram() throws IOException {
        String deep = "d".repeat(90) + "/" + "e".repeat(90);
        Files.createDirectories(directory.resolve(deep));
        Files.writeString(directory.resolve(deep + "/long.txt"), "long");
        Files.writeString(directory.resolve("ünïcode.txt"), "unicode");
        Files.write(directory.resolve("exact.bin"), new byte[512]);
        Files.writeString(directory.resolve("run.sh"), "#!/bin/sh\n");
        Files.setPosixFilePermissions(directory.resolve("run.sh"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createSymbolicLink(directory.resolve("link"), Path.of("run.sh"));
        Files.createDirectory(directory.resolve("empty"));

        Map<String, String> read = new TreeMap<>();
        try (TarArchiveInputStream tar = new TarArchiveInputStream(new ByteArrayInputStream(pack()), "UTF-8")) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                String content = entry.isSymbolicLink()
                        ? "-> " + entry.getLinkName()
                        : new String(tar.readAllBytes(), StandardCharsets.UTF_8);
                read.put(entry.getName(), Integer.toOctalString(entry.getMode()) + " " + content);
            }
        }

        assertThat(read)
                .containsEntry(deep + "/long.txt", "644 long")
                .containsEntry("ünïcode.txt", "644 unicode")
                .containsEntry("exact.bin", "644 " + "\0".repeat(512))
                .containsEntry("run.sh", "755 #!/bin/sh\n")
                .containsEntry("link", "777 -> run.sh")
                .containsEntry("empty/", "755 ")
                .hasSize(8);
    }

    @Test
    void ofSomeFilesTheDirectoriesThatTheyAreInComeBeforeThem() throws IOException {
        Files.createDirectories(directory.resolve("a/b"));
        Files.writeString(directory.resolve("a/b/wanted"), "w");
        Files.writeString(directory.resolve("a/other"), "o");
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        new TarWriter(packed).pack(directory, List.of("a/b/wanted"));

        List<String> names = new ArrayList<>();
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new ByteArrayInputStream(packed.toByteArray()), "UTF-8")) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                names.add(entry.getName());
            }
        }
        assertThat(names).containsExactly("a/", "a/b/", "a/b/wanted");
    }

    @Test
    void theSameFilesMakeTheSameBytes() throws IOException {
        Files.writeString(directory.resolve("b"), "2");
        Files.writeString(directory.resolve("a"), "1");

        assertThat(pack()).isEqualTo(pack());
    }

    private byte[] pack() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new TarWriter(out).pack(directory);
        return out.toByteArray();
    }
}
