package dev.holdfast.contract;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Something that a caller asks for and that is too large: it goes through payloads of at most 256 KiB, beside the task's
 * spec and what became of the task.
 *
 * @param field that makes it large; empty when no single one does
 * @param problem in words
 */
public record Oversized(String field, String problem) {
    public static final int MOST_BYTES = 96 * 1024;

    /**
     * Empty when it is small enough.
     *
     * @param what it is, such as "a task's spec"
     */
    public static Optional<Oversized> of(String what, Object asked) {
        int bytes = bytes(asked);
        if (bytes <= MOST_BYTES) {
            return Optional.empty();
        }
        JsonNode written = ContractJson.LENIENT.valueToTree(asked);
        return Optional.of(new Oversized(
                LargestField.of(written).path(),
                what + " has at most " + MOST_BYTES + " bytes, this one has " + bytes
                        + "; upload large files and name their hash"));
    }

    /** How long something is when it is written. */
    public static int bytes(Object value) {
        return ContractJson.LENIENT.writeValueAsBytes(value).length;
    }
}
