package dev.holdfast.activities.artifacts;

import dev.holdfast.contract.InvalidFieldException;

/** A part of a blob. */
public record ByteRange(long offset, long length) {
    public ByteRange {
        if (offset < 0 || length < 0) {
            throw new InvalidFieldException("range", "offset and length must not be negative");
        }
    }
}
