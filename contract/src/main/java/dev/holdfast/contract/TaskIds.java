package dev.holdfast.contract;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Clock;

/** Ids of tasks whose callers named none. */
public final class TaskIds {
    private static final char[] DIGITS = "0123456789abcdefghjkmnpqrstvwxyz".toCharArray();
    private static final int RANDOM_DIGITS = 16;
    private static final int TIME_DIGITS = 10;
    private static final SecureRandom RANDOM = new SecureRandom();

    private TaskIds() {}

    /** Sorts by time of creation. */
    public static TaskId next(Clock clock) {
        char[] id = new char[TIME_DIGITS + RANDOM_DIGITS];
        long millis = clock.millis();
        for (int i = TIME_DIGITS - 1; i >= 0; i--, millis >>>= 5) {
            id[i] = DIGITS[(int) (millis & 31)];
        }
        for (int i = TIME_DIGITS; i < id.length; i++) {
            id[i] = DIGITS[RANDOM.nextInt(32)];
        }
        return new TaskId(new String(id));
    }

    /** The same key of the same caller always names the same task, so a repeated request needs no table of keys. */
    public static TaskId ofKey(String caller, String idempotencyKey) {
        byte[] hash = sha256(caller + "\0" + idempotencyKey);
        char[] id = new char[TIME_DIGITS + RANDOM_DIGITS];
        for (int i = 0; i < id.length; i++) {
            id[i] = DIGITS[hash[i] & 31];
        }
        return new TaskId("k-" + new String(id));
    }

    static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
