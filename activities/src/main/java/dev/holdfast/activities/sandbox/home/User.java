package dev.holdfast.activities.sandbox.home;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Who this process runs as. */
public record User(int uid, int gid) {
    private static final User CURRENT = look();

    public static User current() {
        return CURRENT;
    }

    public boolean root() {
        return uid == 0;
    }

    static int ownerOf(Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }

    /** The owner of a directory, e.g. of a checkout that is mounted. */
    public static User ownerOfDirectory(Path path) throws IOException {
        return new User((int) Files.getAttribute(path, "unix:uid"), (int) Files.getAttribute(path, "unix:gid"));
    }

    private static User look() {
        try {
            return ownerOfDirectory(Path.of("/proc/self"));
        } catch (IOException unreadable) {
            throw new UncheckedIOException("/proc is needed to learn who we are", unreadable);
        }
    }
}
