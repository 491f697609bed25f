package dev.holdfast.contract;

/**
 * A directory of the worker's host to work in, e.g. a checkout or a git worktree.
 *
 * @param path absolute; the operator must allow it
 */
public record DirectorySpec(String path, boolean readOnly) {
    public DirectorySpec {
        if (path == null) {
            throw new InvalidFieldException("storage.dir.path", "is missing");
        }
        Require.noNul("storage.dir.path", path);
        if (!path.startsWith("/") || path.length() > 4096) {
            throw new InvalidFieldException(
                    "storage.dir.path", "'" + Require.shortened(path) + "' is not an absolute path of the host");
        }
    }
}
