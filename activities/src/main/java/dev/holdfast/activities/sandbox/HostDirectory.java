package dev.holdfast.activities.sandbox;

import dev.holdfast.contract.InvalidFieldException;
import java.nio.file.Path;

/** A directory of the host that serves as workspace, e.g. a checkout or a git worktree. */
public record HostDirectory(Path path, boolean readOnly) {
    public HostDirectory {
        if (!path.isAbsolute()) {
            throw new InvalidFieldException("dir", "'" + path + "' is not absolute");
        }
    }
}
