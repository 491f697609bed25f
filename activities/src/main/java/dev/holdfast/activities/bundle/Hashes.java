package dev.holdfast.activities.bundle;

import dev.holdfast.activities.artifacts.NativeDigests;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;

/** SHA-256 in hexadecimal. */
final class Hashes {
    private Hashes() {}

    static String of(byte[] bytes) {
        return text(digest().digest(bytes));
    }

    static String of(Path file) throws IOException {
        MessageDigest digest = digest();
        try (InputStream in = Files.newInputStream(file);
                OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            in.transferTo(out);
        }
        return text(digest.digest());
    }

    static MessageDigest digest() {
        return NativeDigests.sha256();
    }

    static String text(byte[] hash) {
        return HexFormat.of().formatHex(hash);
    }
}
