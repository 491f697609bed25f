package dev.holdfast.activities.temporal;

import java.util.regex.Pattern;

/**
 * Where Temporal is.
 *
 * @param target host:port of the frontend
 * @param keys that payloads are encrypted with; {@link PayloadKeys#NONE} leaves them as they are
 */
public record TemporalConfig(String target, String namespace, PayloadKeys keys) {
    private static final Pattern THIS_MACHINE = Pattern.compile("(127(\\.\\d+){3}|localhost|\\[::1]):\\d+");

    public TemporalConfig(String target, String namespace) {
        this(target, namespace, PayloadKeys.NONE);
    }

    boolean onThisMachine() {
        return THIS_MACHINE.matcher(target).matches();
    }
}
