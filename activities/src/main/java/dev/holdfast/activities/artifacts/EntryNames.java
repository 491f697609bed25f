package dev.holdfast.activities.artifacts;

import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.jspecify.annotations.Nullable;

/**
 * Names of files as text. Files may be named by any bytes; a byte that is not UTF-8 is written {@code \xHH} and a
 * backslash is doubled, so that two names never become one. The supervisor writes the former into records of its own,
 * because a tar archive's names are text, too.
 */
final class EntryNames {
    static final String NAME_RECORD = "HOLDFAST.name";
    static final String LINK_RECORD = "HOLDFAST.linkname";

    private EntryNames() {}

    static String path(TarArchiveEntry entry) {
        String path = escaped(entry.getExtraPaxHeader(NAME_RECORD), entry.getName());
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    static String linkTarget(TarArchiveEntry entry) {
        return escaped(entry.getExtraPaxHeader(LINK_RECORD), entry.getLinkName());
    }

    private static String escaped(@Nullable String bySupervisor, String name) {
        return bySupervisor != null ? bySupervisor : name.replace("\\", "\\\\");
    }
}
