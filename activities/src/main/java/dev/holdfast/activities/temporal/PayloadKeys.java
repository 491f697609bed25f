package dev.holdfast.activities.temporal;

import dev.holdfast.contract.InvalidFieldException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The keys of the payloads' encryption, newest first: the first encrypts, all decrypt. To change keys, put a new one in
 * front; an old one may go when no history that needs it is kept any more.
 */
public final class PayloadKeys {
    public static final PayloadKeys NONE = new PayloadKeys(Map.of());
    private static final String FIELD = "payload.keys";
    private static final int KEY_BYTES = 32;

    private final Map<String, SecretKey> keys;

    private PayloadKeys(Map<String, SecretKey> keys) {
        this.keys = keys;
    }

    /**
     * @param text {@code id:base64} with 32 bytes each, separated by commas or line breaks
     * @param file holds the same; its keys come first
     */
    public static PayloadKeys of(@Nullable String text, @Nullable Path file) {
        Map<String, SecretKey> keys = new LinkedHashMap<>();
        add(keys, file == null || file.toString().isBlank() ? "" : read(file));
        add(keys, text == null ? "" : text);
        return keys.isEmpty() ? NONE : new PayloadKeys(keys);
    }

    public boolean isEmpty() {
        return keys.isEmpty();
    }

    String newest() {
        return keys.keySet().iterator().next();
    }

    @Nullable SecretKey key(String id) {
        return keys.get(id);
    }

    private static void add(Map<String, SecretKey> keys, String text) {
        for (String entry : text.split("[,\\s]+", -1)) {
            if (entry.isEmpty()) {
                continue;
            }
            int colon = entry.indexOf(':');
            if (colon <= 0) {
                throw new InvalidFieldException(FIELD, "a key is written as id:base64, such as 2026-01:…");
            }
            String id = entry.substring(0, colon);
            if (keys.putIfAbsent(id, key(id, entry.substring(colon + 1))) != null) {
                throw new InvalidFieldException(FIELD, "the id '" + id + "' is used twice");
            }
        }
    }

    /** The error never shows the key. */
    private static SecretKey key(String id, String base64) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException notBase64) {
            bytes = new byte[0];
        }
        if (bytes.length != KEY_BYTES) {
            throw new InvalidFieldException(
                    FIELD, "the key '" + id + "' is not 32 bytes in base64; make one by: openssl rand -base64 32");
        }
        return new SecretKeySpec(bytes, "AES");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new InvalidFieldException("payload.keyFile", "'" + file + "' cannot be read: " + e.getMessage());
        }
    }

    /** Configurations end up in logs. */
    @Override
    public String toString() {
        return "PayloadKeys" + keys.keySet();
    }
}
