package dev.holdfast.api.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;

/** The token of a single machine: made once, readable by its owner only. */
public final class TokenFile {
    private final byte[] hash;

    private TokenFile(byte[] hash) {
        this.hash = hash;
    }

    /** Reads the token, or makes one where there is none. */
    public static TokenFile at(Path file) {
        try {
            if (!Files.exists(file)) {
                create(file);
            }
            String token = Files.readString(file).strip();
            if (token.length() < 16) {
                throw new IllegalStateException(
                        file + " holds no token of 16 characters or more;" + " delete the file and a new one is made");
            }
            return new TokenFile(Secrets.sha256(token));
        } catch (IOException failure) {
            throw new UncheckedIOException("the token file " + file + " cannot be used", failure);
        }
    }

    /** Takes the same time for every wrong token. */
    public boolean accepts(String token) {
        return MessageDigest.isEqual(hash, Secrets.sha256(token));
    }

    /** Written beside and linked into place, so that nobody reads half a token and two starters agree on one. */
    private static void create(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        Files.createDirectories(directory);
        Path draft = Files.createTempFile(
                directory,
                ".token",
                null,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            Files.writeString(draft, Secrets.newToken() + "\n", StandardCharsets.UTF_8);
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException madeByAnother) {
            return;
        } catch (UnsupportedOperationException noHardLinks) {
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}
