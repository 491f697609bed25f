package dev.holdfast.lab.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;

/** A runtime in front of the machine's own: it acts at once, but while it is held its caller does not hear of it. */
final class HeldRuntime implements Catch {
    private static final String NAME = "crun";

    private final Path directory;

    private HeldRuntime(Path directory) {
        this.directory = directory;
    }

    static HeldRuntime in(Path directory) throws IOException, InterruptedException {
        HeldRuntime runtime = new HeldRuntime(Files.createDirectories(directory));
        String own = HostProgram.run("sh", "-c", "command -v " + NAME + " || echo " + NAME)
                .strip();
        Path program = directory.resolve(NAME);
        Files.writeString(program, """
                #!/bin/sh
                %s "$@"
                code=$?
                if [ -e %s ]; then touch %s; fi
                while [ -e %2$s ]; do sleep 0.05; done
                exit $code
                """.formatted(own, runtime.held(), runtime.caught()));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return runtime;
    }

    /** Where programs are looked for, with this one first. */
    String path() {
        return directory + ":" + System.getenv("PATH");
    }

    /** From now on. */
    HeldRuntime hold() throws IOException {
        Files.deleteIfExists(caught());
        Files.writeString(held(), "");
        return this;
    }

    void release() throws IOException {
        Files.deleteIfExists(held());
    }

    @Override
    public boolean awaitCatch(Duration atMost) throws InterruptedException {
        return Patience.reached(atMost, () -> Files.exists(caught()));
    }

    private Path held() {
        return directory.resolve("hold");
    }

    private Path caught() {
        return directory.resolve("caught");
    }
}
