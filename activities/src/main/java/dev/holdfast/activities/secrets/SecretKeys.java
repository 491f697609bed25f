package dev.holdfast.activities.secrets;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The key that secrets are kept under: what the operator sets, else a file that is made once. */
public final class SecretKeys {
    private SecretKeys() {}

    /**
     * @param written 64 hexadecimal digits; the file is used when it is blank
     * @param file readable by its owner only
     */
    public static SecretCipher cipher(@Nullable String written, Path file) {
        if (written != null && !written.isBlank()) {
            return new SecretCipher(parsed("holdfast.secrets.key", written));
        }
        try {
            if (!Files.exists(file)) {
                create(file);
            }
            return new SecretCipher(parsed(file.toString(), Files.readString(file)));
        } catch (IOException failure) {
            throw new UncheckedIOException("the key for secrets cannot be kept in " + file, failure);
        }
    }

    private static byte[] parsed(String where, String written) {
        try {
            byte[] key = HexFormat.of().parseHex(written.strip());
            if (key.length == SecretCipher.KEY_BYTES) {
                return key;
            }
        } catch (IllegalArgumentException notHex) {
            // said below, without showing what was written
        }
        throw new IllegalStateException(
                where + " holds no key of 64 hexadecimal digits; make one by 'openssl rand -hex 32'");
    }

    /** Written beside and linked into place, so that two starters agree on one key. */
    private static void create(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        Files.createDirectories(directory);
        byte[] key = new byte[SecretCipher.KEY_BYTES];
        new SecureRandom().nextBytes(key);
        Path draft = Files.createTempFile(
                directory,
                ".key",
                null,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            Files.writeString(draft, HexFormat.of().formatHex(key) + "\n");
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException madeByAnother) {
            return;
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}
