package dev.holdfast.activities.sandbox.protocol;

import java.io.IOException;

/** The other side does not keep to the protocol; nothing more it says can be trusted. */
final class ProtocolViolation extends IOException {
    private static final long serialVersionUID = 1L;

    ProtocolViolation(String message) {
        super(message);
    }

    ProtocolViolation(String message, Throwable cause) {
        super(message, cause);
    }
}
