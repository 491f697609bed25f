package dev.holdfast.activities.artifacts;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;

/**
 * Objects that are found by a name rather than by their content. A name is one or more parts of letters, digits,
 * {@code . _ -}, separated by {@code /}.
 */
public interface NamedObjects {
    /**
     * Stores the object in place of one that may be there. Readers see the old one or the new one, whole.
     *
     * @throws IOException from {@code content} itself; nothing is stored then
     */
    BlobRef store(String name, Content content) throws IOException;

    /** The object from its beginning; reading may throw {@link ArtifactException}. */
    Optional<InputStream> open(String name);

    /** Gone is success. */
    void remove(String name);

    /** Writes the bytes of an object. */
    @FunctionalInterface
    interface Content {
        void writeTo(OutputStream output) throws IOException;
    }
}
