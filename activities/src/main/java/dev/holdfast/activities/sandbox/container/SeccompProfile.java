package dev.holdfast.activities.sandbox.container;

import dev.holdfast.activities.sandbox.home.SandboxHome;
import dev.holdfast.contract.Executor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Which system calls a sandbox may make: a list of our own, everything else is refused. */
final class SeccompProfile {
    private static final String RESOURCE = "seccomp.json";

    private SeccompProfile() {}

    /** What the engine wants behind {@code seccomp=}: Docker the profile itself, Podman a file that has it. */
    static String forEngine(Executor kind, SandboxHome home) throws IOException {
        String profile = text();
        return kind == Executor.PODMAN ? written(profile, home).toString() : profile;
    }

    static String text() throws IOException {
        try (InputStream stream = SeccompProfile.class.getResourceAsStream(RESOURCE)) {
            if (stream == null) {
                throw new IOException(RESOURCE + " is not on the class path");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Path written(String profile, SandboxHome home) throws IOException {
        Path file = home.root().resolve("bin").resolve("seccomp-" + Integer.toHexString(profile.hashCode()) + ".json");
        if (!Files.exists(file)) {
            Path temporary = Files.createTempFile(file.getParent(), "seccomp", "");
            Files.writeString(temporary, profile);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
        return file;
    }
}
