package dev.holdfast.activities.sandbox.home;

import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxId;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The host's directory of one sandbox. */
public final class SandboxDirectory {
    private static final String FIRST_SOCKET = "init.sock";
    private static final Pattern LATER_SOCKET = Pattern.compile("init-([0-9]{1,9})\\.sock");
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final SandboxId id;
    private final Path path;
    private final ShortPaths shortPaths;

    SandboxDirectory(SandboxId id, Path path, ShortPaths shortPaths) {
        this.id = id;
        this.path = path;
        this.shortPaths = shortPaths;
    }

    public SandboxId id() {
        return id;
    }

    public Path path() {
        return path;
    }

    public Path control() {
        return path.resolve("control");
    }

    public Path workspace() {
        return path.resolve("workspace");
    }

    public boolean exists() {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    /** Makes it and writes down whose it is. What is written already stays. */
    public About create(About about) {
        return attempt("made", () -> {
            SandboxHome.ownDirectory(path);
            SandboxHome.ownDirectory(control());
            Optional<About> known = about();
            if (known.isPresent()) {
                return known.get();
            }
            Path temporary = path.resolve("about.json.new");
            Files.write(temporary, JSON.writeValueAsBytes(about));
            Files.move(temporary, aboutFile(), StandardCopyOption.ATOMIC_MOVE);
            return about;
        });
    }

    /** The workspace's directory, which something may be mounted at later. */
    public void createWorkspace() {
        attempt("made", () -> Files.createDirectories(workspace()));
    }

    /** Whose it is; absent when a crash came before it was written down. */
    public Optional<About> about() {
        try {
            return Optional.of(JSON.readValue(Files.readAllBytes(aboutFile()), About.class));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException | JacksonException unreadable) {
            throw new SandboxException(
                    SandboxError.INTERNAL,
                    "'" + aboutFile() + "' cannot be read: " + unreadable.getMessage(),
                    unreadable);
        }
    }

    /** Keeps what the user of this sandbox should know, for whoever finds it later. */
    public void warn(String warning) {
        attempt("written to", () -> Files.writeString(path.resolve("warning"), warning));
    }

    public Optional<String> warning() {
        try {
            return Optional.of(Files.readString(path.resolve("warning")));
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    /** When it was made; absent when it is gone. */
    public Optional<Instant> createdAt() {
        try {
            return Optional.of(
                    Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS).toInstant());
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    /** The supervisor's socket under a name that fits a socket's address. */
    public Path socket(int generation) {
        return shortControl().resolve(generation == 0 ? FIRST_SOCKET : "init-" + generation + ".sock");
    }

    /** How often the sandbox was recycled, told by the socket that its supervisor listens at. */
    public int generation() {
        if (Files.exists(control().resolve(FIRST_SOCKET))) {
            return 0;
        }
        int latest = 0;
        try (DirectoryStream<Path> sockets = Files.newDirectoryStream(control(), "init-*.sock")) {
            for (Path socket : sockets) {
                Matcher name = LATER_SOCKET.matcher(socket.getFileName().toString());
                latest = name.matches() ? Math.max(latest, Integer.parseInt(name.group(1))) : latest;
            }
        } catch (IOException none) {
            return 0;
        }
        return latest;
    }

    /** Its supervisor once came as far as to listen, so steps may have run. */
    public boolean served() {
        return attempt("read", () -> {
            if (!Files.isDirectory(control())) {
                return false;
            }
            try (DirectoryStream<Path> written = Files.newDirectoryStream(control())) {
                return written.iterator().hasNext();
            }
        });
    }

    /** The control directory under a name short enough for the socket in it. */
    public Path shortControl() {
        return attempt("reached", () -> shortPaths.of(control(), linkName()));
    }

    /** Removes everything below. Nothing may be mounted there any more. */
    public void remove() {
        attempt("removed", () -> {
            shortPaths.forget(control(), linkName());
            return path;
        });
        if (!exists()) {
            return;
        }
        if (TreeRemoval.remove(path)) {
            return;
        }
        List<String> remove = List.of("rm", "-rf", "--one-file-system", "--", path.toString());
        if (!HostCommand.run(Duration.ofMinutes(2), remove).succeeded()) {
            // A task may have taken its own directories' permissions away.
            HostCommand.run(Duration.ofMinutes(2), List.of("chmod", "-R", "u+rwX", "--", path.toString()));
            HostCommand.run(Duration.ofMinutes(2), remove);
        }
    }

    private Path aboutFile() {
        return path.resolve("about.json");
    }

    private String linkName() {
        return id.value().substring(id.value().length() - 8) + Integer.toHexString(id.hashCode());
    }

    @FunctionalInterface
    private interface FileWork<T> {
        T run() throws IOException;
    }

    private <T> T attempt(String what, FileWork<T> work) {
        try {
            return work.run();
        } catch (IOException failed) {
            throw new SandboxException(
                    SandboxError.INTERNAL, "'" + path + "' could not be " + what + ": " + failed, failed);
        }
    }
}
