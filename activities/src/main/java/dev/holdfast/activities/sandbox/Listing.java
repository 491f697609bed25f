package dev.holdfast.activities.sandbox;

import java.util.List;

/**
 * Some files of a directory.
 *
 * @param more there are others; ask again after the last path
 */
public record Listing(List<FileEntry> entries, boolean more) {
    public Listing {
        entries = entries == null ? List.of() : List.copyOf(entries);
    }
}
