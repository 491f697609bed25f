package dev.holdfast.activities.sandbox.home;

import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxId;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The directory that holds everything of this installation's sandboxes on this host. */
public final class SandboxHome {
    private final Path root;
    private final Path supervisor;
    private final String instance;
    private final ShortPaths shortPaths;

    private SandboxHome(Path root, Path supervisor, String instance, ShortPaths shortPaths) {
        this.root = root;
        this.supervisor = supervisor;
        this.instance = instance;
        this.shortPaths = shortPaths;
    }

    public static SandboxHome open(Path home) {
        try {
            Files.createDirectories(home);
            Path root = home.toRealPath();
            ownDirectory(root.resolve("sandboxes"));
            String instance = instanceOf(root);
            Path links = Path.of("/tmp", "holdfast-" + User.current().uid() + "-" + instance);
            return new SandboxHome(
                    root, SupervisorBinary.unpackInto(root.resolve("bin")), instance, new ShortPaths(links));
        } catch (IOException failed) {
            throw new SandboxException(
                    SandboxError.INTERNAL,
                    "'" + home + "' cannot be used for sandboxes (" + failed + "); check that it can be written to",
                    failed);
        }
    }

    public Path root() {
        return root;
    }

    /** The supervisor's program. */
    public Path supervisor() {
        return supervisor;
    }

    /** Tells this installation's sandboxes from those of others on the same engine. */
    public String instance() {
        return instance;
    }

    public SandboxDirectory directory(SandboxId id) {
        return new SandboxDirectory(id, root.resolve("sandboxes").resolve(id.value()), shortPaths);
    }

    /** A directory under a name that is short enough for a socket in it. */
    public Path shortened(Path directory, String name) throws IOException {
        return shortPaths.of(directory, name);
    }

    /** The directory is about to go. */
    public void unshorten(Path directory, String name) throws IOException {
        shortPaths.forget(directory, name);
    }

    /** All directories that bear a sandbox's name. */
    public List<SandboxDirectory> directories() {
        List<SandboxDirectory> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(root.resolve("sandboxes"))) {
            for (Path entry : entries) {
                String name = entry.getFileName().toString();
                if (SandboxId.isOne(name)) {
                    found.add(directory(new SandboxId(name)));
                }
            }
        } catch (IOException failed) {
            throw new SandboxException(
                    SandboxError.INTERNAL, "the sandboxes under '" + root + "' cannot be listed: " + failed, failed);
        }
        return found;
    }

    static void ownDirectory(Path directory) throws IOException {
        Files.createDirectories(
                directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    private static String instanceOf(Path root) throws IOException {
        Path file = root.resolve("instance");
        try {
            return Files.readString(file).strip();
        } catch (NoSuchFileException first) {
            byte[] random = new byte[6];
            new SecureRandom().nextBytes(random);
            Path temporary = Files.createTempFile(root, "instance", "");
            try {
                Files.writeString(temporary, HexFormat.of().formatHex(random));
                // A link, unlike a rename, lets the first of two workers win.
                Files.createLink(file, temporary);
            } catch (FileAlreadyExistsException second) {
                return Files.readString(file).strip();
            } finally {
                Files.delete(temporary);
            }
            return Files.readString(file).strip();
        }
    }
}
