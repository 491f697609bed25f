package dev.holdfast.contract;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Base64;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file that is brought into the workspace: given as text, as base64, or by the hash of an upload.
 *
 * @param path where it goes, relative to the workspace
 * @param unpack the upload is a tar archive, unpacked at {@code path}
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record InputFile(
        String path,
        @Nullable String text,
        @Nullable String base64,
        @Nullable String sha256,
        boolean executable,
        boolean unpack) {

    public static final int MAX_INLINE = 64 * 1024;
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

    public InputFile {
        checkPath(path);
        int given = (text != null ? 1 : 0) + (base64 != null ? 1 : 0) + (sha256 != null ? 1 : 0);
        if (given != 1) {
            throw new InvalidFieldException("files", "'" + path + "' needs exactly one of text, base64 and sha256");
        }
        if (sha256 != null) {
            Require.matching("files.sha256", sha256, HASH, "64 lower-case hexadecimal digits");
        }
        String inline = text != null ? text : base64;
        if (inline != null && inline.length() > MAX_INLINE) {
            throw new InvalidFieldException(
                    "files", "'" + path + "' is larger than " + MAX_INLINE + " bytes; upload it and name its sha256");
        }
        if (unpack && sha256 == null) {
            throw new InvalidFieldException("files", "'" + path + "': only an upload can be unpacked; give its sha256");
        }
    }

    public static InputFile text(String path, String text) {
        return new InputFile(path, text, null, null, false, false);
    }

    public static InputFile upload(String path, String sha256, boolean unpack) {
        return new InputFile(path, null, null, sha256, false, unpack);
    }

    /** The content where it is inline. */
    public byte @Nullable [] inlineBytes() {
        if (text != null) {
            return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        }
        try {
            return base64 == null ? null : Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException notBase64) {
            throw new InvalidFieldException("files", "'" + path + "': base64 is not valid: " + notBase64.getMessage());
        }
    }

    private static void checkPath(@Nullable String path) {
        if (path == null || path.isEmpty()) {
            throw new InvalidFieldException("files.path", "is missing");
        }
        Require.noNul("files.path", path);
        if (path.startsWith("/")) {
            throw new InvalidFieldException(
                    "files.path", "'" + path + "' is absolute; it must be relative to the workspace");
        }
        for (String part : path.split("/", -1)) {
            if (part.equals("..")) {
                throw new InvalidFieldException("files.path", "'" + path + "' leaves the workspace");
            }
        }
    }
}
