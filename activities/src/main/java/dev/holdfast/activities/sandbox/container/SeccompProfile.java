package dev.holdfast.activities.sandbox.container;

import dev.holdfast.activities.sandbox.home.SandboxHome;
import dev.holdfast.activities.sandbox.home.WrittenOnce;
import dev.holdfast.contract.Executor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Which system calls a sandbox may make: a list of our own, everything else is refused. */
final class SeccompProfile {
    private static final String RESOURCE = "seccomp.json";

    private SeccompProfile() {}

    /** What the engine wants behind {@code seccomp=}: Docker the profile itself, Podman a file that has it. */
    static String forEngine(Executor kind, SandboxHome home) throws IOException {
        String profile = text();
        if (kind != Executor.PODMAN) {
            return profile;
        }
        String name = "seccomp-" + Integer.toHexString(profile.hashCode()) + ".json";
        return WrittenOnce.at(home.root().resolve("bin").resolve(name), profile).toString();
    }

    static String text() throws IOException {
        try (InputStream stream = SeccompProfile.class.getResourceAsStream(RESOURCE)) {
            if (stream == null) {
                throw new IOException(RESOURCE + " is not on the class path");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
