package dev.holdfast.activities.bundle;

/** A bundle that cannot be taken as it is. */
public final class BundleException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BundleException(String message) {
        super("bundle: " + message);
    }
}
