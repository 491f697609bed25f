package dev.holdfast.activities.sandbox;

import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.TaskId;
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
        return new SandboxId("hf-" + shortened + "-" + Fingerprint.of(name, 4));
    }

    public static boolean isOne(String value) {
        return ALLOWED.matcher(value).matches();
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
