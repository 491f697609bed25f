package dev.holdfast.worker;

import dev.holdfast.activities.task.Host;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/** The id of this host, kept in a file, because the next worker must find the sandboxes of the one before. */
final class HostIdentity {
    private final Path file;

    HostIdentity(Path home) {
        this.file = home.resolve("host-id");
    }

    Host host() {
        try {
            Files.createDirectories(file.getParent());
            String fresh = HexFormat.of()
                    .toHexDigits(ThreadLocalRandom.current().nextLong())
                    .substring(0, 12);
            try {
                Files.writeString(file, fresh, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            } catch (FileAlreadyExistsException known) {
                return new Host(Files.readString(file).strip());
            }
            return new Host(fresh);
        } catch (IOException e) {
            throw new UncheckedIOException("the host's id cannot be kept in " + file + ": " + e.getMessage(), e);
        }
    }
}
