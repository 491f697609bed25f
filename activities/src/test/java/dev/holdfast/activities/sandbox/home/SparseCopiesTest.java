package dev.holdfast.activities.sandbox.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparseCopiesTest {
    private static final long SIZE = 64L << 20;

    @TempDir
    Path directory;

    @Test
    void aCopyHasTheSameBytesAndHardlyAnyBlocks() throws IOException {
        Path original = file("original", 5, 20L << 20, SIZE - 3);
        SparseCopies copies = new SparseCopies();

        for (String name : List.of("first", "second")) {
            Path copy = directory.resolve(name);
            copies.copy(original, copy);

            assertThat(Files.mismatch(original, copy)).isEqualTo(-1);
            assertThat(blocks(copy)).isLessThan(200);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void aFileThatEndsWithAHoleKeepsItsLength() throws IOException {
        Path original = file("original", 5);
        Path copy = directory.resolve("copy");

        new SparseCopies().copy(original, copy);

        assertThat(Files.size(copy)).isEqualTo(SIZE);
        assertThat(Files.mismatch(original, copy)).isEqualTo(-1);
    }

    @Test
    void whatHasTooMuchToRememberIsCopiedAllTheSame() throws IOException {
        byte[] bytes = new byte[5 << 20];
        Arrays.fill(bytes, (byte) 3);
        Path original = Files.write(directory.resolve("full"), bytes);
        Path copy = directory.resolve("copy");

        new SparseCopies().copy(original, copy);

        assertThat(Files.mismatch(original, copy)).isEqualTo(-1);
    }

    private Path file(String name, long... positions) throws IOException {
        Path file = directory.resolve(name);
        try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "rw")) {
            content.setLength(SIZE);
            for (long position : positions) {
                content.seek(position);
                content.write(42);
            }
        }
        return file;
    }

    private static long blocks(Path file) {
        return Long.parseLong(HostCommand.run(Duration.ofSeconds(10), List.of("stat", "-c", "%b", file.toString()))
                .output());
    }
}
