package dev.holdfast.activities.sandbox.container;

import dev.holdfast.activities.sandbox.HostDirectory;
import dev.holdfast.activities.sandbox.Mount;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Directories of the host that a sandbox may see: only where the operator allows, judged by where links really lead. */
final class HostMounts {
    private final List<Path> allowed;

    HostMounts(List<Path> allowed) {
        this.allowed = allowed;
    }

    /** All that the request asks for, with real paths; refused, naming the field, when one is not allowed. */
    List<Mount> of(SandboxRequest request) {
        List<Mount> mounts = new ArrayList<>();
        HostDirectory workspace = request.workspace();
        if (workspace != null) {
            Path real = permitted("dir", workspace.path());
            mounts.add(new Mount(real, Interior.WORKSPACE, workspace.readOnly()));
            gitDirectory(real)
                    .ifPresent(
                            git -> mounts.add(new Mount(permitted("dir", git), git.toString(), workspace.readOnly())));
        }
        for (Mount mount : request.mounts()) {
            mounts.add(new Mount(permitted("mounts.source", mount.source()), mount.target(), mount.readOnly()));
        }
        return mounts;
    }

    private Path permitted(String field, Path asked) {
        Path real = real(field, asked);
        if (!Files.isDirectory(real)) {
            throw refused(field, asked, "is not a directory");
        }
        if (allowed.stream().noneMatch(root -> Files.isDirectory(root) && real.startsWith(real(field, root)))) {
            throw refused(
                    field,
                    asked,
                    (real.equals(asked) ? "" : "is really '" + real + "', which ")
                            + "is not under a path that the operator allows (HOLDFAST_MOUNTS, now " + allowed + ")");
        }
        return real;
    }

    private static Path real(String field, Path path) {
        try {
            return path.toRealPath();
        } catch (IOException missing) {
            throw refused(field, path, "does not exist or cannot be read");
        }
    }

    private static SandboxException refused(String field, Path path, String why) {
        return new SandboxException(SandboxError.POLICY_REFUSED, field + ": '" + path + "' " + why);
    }

    /** Of a git worktree: the repository that its .git file points to, which git needs at the same path. */
    private static Optional<Path> gitDirectory(Path worktree) {
        Path pointer = worktree.resolve(".git");
        try {
            if (!Files.isRegularFile(pointer, LinkOption.NOFOLLOW_LINKS) || Files.size(pointer) > 8192) {
                return Optional.empty();
            }
            String content = Files.readString(pointer).strip();
            if (!content.startsWith("gitdir:")) {
                return Optional.empty();
            }
            Path git = worktree.resolve(content.substring("gitdir:".length()).strip())
                    .normalize();
            Path common = git.resolve("commondir");
            Path repository = Files.isRegularFile(common)
                    ? git.resolve(Files.readString(common).strip()).normalize()
                    : git;
            return Optional.of(repository);
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }
}
