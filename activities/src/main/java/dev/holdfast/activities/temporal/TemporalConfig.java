package dev.holdfast.activities.temporal;

/**
 * Where Temporal is.
 *
 * @param target host:port of the frontend
 * @param keys that payloads are encrypted with; {@link PayloadKeys#NONE} leaves them as they are
 */
public record TemporalConfig(String target, String namespace, PayloadKeys keys) {
    public TemporalConfig(String target, String namespace) {
        this(target, namespace, PayloadKeys.NONE);
    }
}
