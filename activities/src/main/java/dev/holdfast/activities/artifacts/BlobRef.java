package dev.holdfast.activities.artifacts;

import dev.holdfast.contract.InvalidFieldException;
import java.util.regex.Pattern;

/** Names a blob by its content. */
public record BlobRef(String sha256, long size) {
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

    public BlobRef {
        requireHash(sha256);
    }

    /** The hash, if it is one; it becomes part of an object's name. */
    public static String requireHash(String sha256) {
        if (!HASH.matcher(sha256).matches()) {
            throw new InvalidFieldException("sha256", "expected 64 lower-case hexadecimal digits");
        }
        return sha256;
    }
}
