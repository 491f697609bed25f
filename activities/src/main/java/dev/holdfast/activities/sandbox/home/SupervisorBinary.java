package dev.holdfast.activities.sandbox.home;

import dev.holdfast.activities.sandbox.Fingerprint;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Puts the supervisor, which comes on the class path, where it can be executed and mounted. */
final class SupervisorBinary {
    private static final String RESOURCE = "/dev/holdfast/supervisor/holdfast-init-";

    private SupervisorBinary() {}

    /** Unpacked once for each content; the rename makes that safe beside other workers. */
    static Path unpackInto(Path directory) throws IOException {
        byte[] content = content();
        Path place = directory.resolve("holdfast-init-" + Fingerprint.of(content, 6));
        if (Files.isExecutable(place) && Files.size(place) == content.length) {
            return place;
        }
        Files.createDirectories(directory);
        Path temporary = Files.createTempFile(directory, "unpacking", "");
        try {
            Files.write(temporary, content);
            Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.move(temporary, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
        return place;
    }

    private static byte[] content() throws IOException {
        String resource = RESOURCE + architecture();
        try (InputStream stream = SupervisorBinary.class.getResourceAsStream(resource)) {
            if (stream == null) {
                throw new SandboxException(
                        SandboxError.INTERNAL,
                        "the supervisor " + resource + " is not on the class path; build the module sandbox-init");
            }
            return stream.readAllBytes();
        }
    }

    private static String architecture() {
        String name = System.getProperty("os.arch");
        return switch (name) {
            case "amd64", "x86_64" -> "amd64";
            case "aarch64", "arm64" -> "arm64";
            default ->
                throw new SandboxException(
                        SandboxError.INTERNAL, "there is no supervisor for processors of type '" + name + "'");
        };
    }
}
