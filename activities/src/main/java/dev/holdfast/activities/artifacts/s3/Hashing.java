package dev.holdfast.activities.artifacts.s3;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A sha256 in the making. */
final class Hashing {
    private final MessageDigest digest;

    Hashing() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    static String of(byte[] content) {
        Hashing hashing = new Hashing();
        hashing.update(content, 0, content.length);
        return hashing.hex();
    }

    void update(byte[] bytes, int offset, int length) {
        digest.update(bytes, offset, length);
    }

    /** Ends it. */
    String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
