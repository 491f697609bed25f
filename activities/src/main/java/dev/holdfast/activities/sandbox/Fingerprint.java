package dev.holdfast.activities.sandbox;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What tells one content from another in a name: the beginning of its SHA-256. */
public final class Fingerprint {
    private Fingerprint() {}

    /** @param bytes of the digest; two digits each */
    public static String of(byte[] content, int bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content), 0, bytes);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    public static String of(String text, int bytes) {
        return of(text.getBytes(StandardCharsets.UTF_8), bytes);
    }
}
