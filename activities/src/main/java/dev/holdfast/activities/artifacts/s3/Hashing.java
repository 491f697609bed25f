package dev.holdfast.activities.artifacts.s3;

import dev.holdfast.activities.artifacts.NativeDigests;
import java.security.MessageDigest;
import java.util.HexFormat;

/** A sha256 in the making. */
final class Hashing {
    private final MessageDigest digest = NativeDigests.sha256();

    static String of(byte[] content) {
        return of(content, content.length);
    }

    static String of(byte[] content, int length) {
        Hashing hashing = new Hashing();
        hashing.update(content, 0, length);
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
