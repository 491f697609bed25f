package dev.holdfast.activities.sandbox;

import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.TaskId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The name of a sandbox: of its container, its directory and its labels. It derives from its task, so that a lost reply
 * cannot make a second one; the hash tells apart what lower case and shortening would make equal.
 */
public record SandboxId(String value) implements Comparable<SandboxId> {
    private static final Pattern ALLOWED = Pattern.compile("hf-[a-z0-9][a-z0-9._-]{0,39}-[0-9a-f]{8}");
    private static final int READABLE_PART = 40;

    public SandboxId {
        if (!ALLOWED.matcher(value).matches()) {
            throw new InvalidFieldException("sandbox", "'" + value + "' is not the id of a sandbox");
        }
    }

    public static SandboxId of(TaskId taskId) {
        return named(taskId.value());
    }

    /** For sandboxes that belong to no task yet; {@code name} follows the rules of a task's id. */
    public static SandboxId named(String name) {
        String readable = new TaskId(name).value().toLowerCase(Locale.ROOT);
        String shortened = readable.substring(0, Math.min(readable.length(), READABLE_PART));
        return new SandboxId("hf-" + shortened + "-" + hash(name));
    }

    public static boolean isOne(String value) {
        return ALLOWED.matcher(value).matches();
    }

    private static String hash(String name) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 4);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    @Override
    public int compareTo(SandboxId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
