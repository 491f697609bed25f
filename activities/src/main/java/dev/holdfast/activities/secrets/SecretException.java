package dev.holdfast.activities.secrets;

import org.jspecify.annotations.Nullable;

/** A secret cannot be had. The message names it and never shows any of it. */
public final class SecretException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;

    private SecretException(String code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    static SecretException missing(String name, String places) {
        return new SecretException(
                "secret_missing", "secrets: there is no secret '" + name + "'; it may come from " + places, null);
    }

    static SecretException unusable(String name, String why) {
        return new SecretException("secret_unusable", "secrets: '" + name + "' cannot be used: " + why, null);
    }

    static SecretException unreadable(String name, String place, Exception cause) {
        return new SecretException(
                "secret_unreadable",
                "secrets: '" + name + "' cannot be read from " + place + " ("
                        + cause.getClass().getSimpleName() + ")",
                null);
    }

    /** A stable word for programs. */
    public String code() {
        return code;
    }
}
