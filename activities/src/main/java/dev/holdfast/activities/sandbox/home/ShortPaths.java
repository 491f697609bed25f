package dev.holdfast.activities.sandbox.home;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;

/** A socket's address has room for 107 bytes; a longer directory gets a short link in a directory of our own. */
final class ShortPaths {
    private static final int LONGEST = 107;
    private static final String ROOM_FOR = "/init.sock.new";

    private final Path links;

    /** @param links the directory that is made when it is needed */
    ShortPaths(Path links) {
        this.links = links;
    }

    /** The directory itself where it is short enough, else a link to it under {@code name}. */
    Path of(Path directory, String name) throws IOException {
        if (fits(directory)) {
            return directory;
        }
        Path link = links.resolve(name);
        if (!fits(link)) {
            throw new IOException("'" + link + "' is too long for a socket");
        }
        ensureOwnDirectory();
        try {
            link(link, directory);
        } catch (NoSuchFileException removedByAnotherWorker) {
            ensureOwnDirectory();
            link(link, directory);
        }
        return link;
    }

    private static void link(Path link, Path directory) throws IOException {
        try {
            Files.createSymbolicLink(link, directory);
        } catch (FileAlreadyExistsException there) {
            if (!Files.readSymbolicLink(link).equals(directory)) {
                Files.delete(link);
                Files.createSymbolicLink(link, directory);
            }
        }
    }

    /** Removes the link, if there is one and it is that directory's. */
    void forget(Path directory, String name) throws IOException {
        Path link = links.resolve(name);
        if (Files.isSymbolicLink(link) && Files.readSymbolicLink(link).equals(directory)) {
            Files.deleteIfExists(link);
            try {
                Files.deleteIfExists(links);
            } catch (DirectoryNotEmptyException inUse) {
                // Others still have their links there.
            }
        }
    }

    private static boolean fits(Path directory) {
        return (directory + ROOM_FOR).getBytes(StandardCharsets.UTF_8).length <= LONGEST;
    }

    /** In a directory that all may write to, ours must really be ours: no link, no other owner, no other's access. */
    private void ensureOwnDirectory() throws IOException {
        try {
            Files.createDirectory(
                    links, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (FileAlreadyExistsException there) {
            // Checked below.
        }
        PosixFileAttributes attributes =
                Files.readAttributes(links, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        boolean closed = PosixFilePermissions.toString(attributes.permissions()).equals("rwx------");
        if (!attributes.isDirectory() || !closed || User.current().uid() != User.ownerOf(links)) {
            throw new IOException("'" + links + "' is not a directory of our own with mode 0700; remove it");
        }
    }
}
