package dev.holdfast.activities.sandbox.home;

import dev.holdfast.activities.sandbox.SandboxConfig.WorkspaceQuota;
import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.contract.DataSize;
import dev.holdfast.contract.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Workspaces whose limits of bytes and files hold: each is a file system of its own in a sparse file, mounted through a
 * loop device. Formatting is done once for each size; a new workspace is a copy of a few blocks.
 */
public final class Workspaces {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long BLOCK = 4096;
    private static final long INODE = 256;
    /** Inodes that the file system keeps for itself. */
    private static final long RESERVED_INODES = 11;

    private static final long JOURNAL_MEBIBYTES = 16;

    /** The same for the kernel and for the program that mounts. */
    private static final long FLAGS =
            KernelCalls.MOUNT_NO_SETUID | KernelCalls.MOUNT_NO_DEVICES | KernelCalls.MOUNT_NO_ACCESS_TIMES;

    private static final String OPTIONS = "loop,nosuid,nodev,noatime";
    /** Nobody looks at a workspace after the host went down, so nothing in it need be safe from that. */
    private static final String FLEETING = "noinit_itable,noauto_da_alloc,nobarrier";

    private final SparseCopies copies = new SparseCopies();
    private final Path templates;
    private final WorkspaceQuota quota;
    private final @Nullable String obstacle;

    private Workspaces(Path templates, WorkspaceQuota quota, @Nullable String obstacle) {
        this.templates = templates;
        this.quota = quota;
        this.obstacle = obstacle;
    }

    public static Workspaces open(SandboxHome home, WorkspaceQuota quota) {
        return new Workspaces(home.root().resolve("templates"), quota, obstacle(quota));
    }

    /**
     * Makes the workspace's directory, owned by the steps' user; again finds it as it is.
     *
     * @return what the user should know, or null when the limits hold
     */
    public @Nullable String prepare(SandboxDirectory directory, Limits limits, User owner) {
        Path workspace = directory.workspace();
        try {
            if (!Mounts.below(workspace).isEmpty()) {
                return null;
            }
            Files.createDirectories(workspace);
            String why = obstacle != null ? obstacle : mounted(directory, limits, owner);
            if (why == null) {
                return null;
            }
            refuseWhereRequired("limits.workspace", why);
            own(workspace, owner);
            return "limits.workspace and limits.workspaceFiles do not hold here: " + why;
        } catch (IOException failed) {
            throw new SandboxException(
                    SandboxError.INTERNAL, "the workspace '" + workspace + "' could not be made: " + failed, failed);
        }
    }

    /**
     * The same for a directory that outlives its sandboxes: what is in the image stays there.
     *
     * @return what the user should know, or null when the limits hold
     */
    @Nullable String prepareKept(Path image, Path point, DataSize size, long files, User owner) throws IOException {
        if (!Mounts.below(point).isEmpty()) {
            return null;
        }
        Files.createDirectories(point);
        String why = obstacle != null ? obstacle : mountedKept(image, point, size, files, owner);
        if (why == null) {
            return null;
        }
        refuseWhereRequired("the limit of volumes", why);
        own(point, owner);
        return "the limit of volumes does not hold here: " + why;
    }

    private @Nullable String mountedKept(Path image, Path point, DataSize size, long files, User owner)
            throws IOException {
        if (Files.exists(image)) {
            // The host may have gone down since.
            HostCommand.Result checked = HostCommand.run(PATIENCE, List.of("e2fsck", "-p", image.toString()));
            if (checked.exitCode() > 1) {
                throw new IOException("it is damaged and could not be repaired: " + checked.output());
            }
        } else {
            Path fresh = Files.createTempFile(image.getParent(), "new", "");
            Files.delete(fresh);
            copies.copy(template(size.bytes(), files, owner), fresh);
            Files.move(fresh, image, StandardCopyOption.ATOMIC_MOVE);
        }
        return mount("", image, point);
    }

    private void refuseWhereRequired(String what, String why) {
        if (quota == WorkspaceQuota.REQUIRED) {
            throw new SandboxException(
                    SandboxError.INTERNAL,
                    what + " cannot be enforced here: " + why + "; set workspaceQuota to auto to go without");
        }
    }

    /** Unmounts whatever is mounted below the sandbox's directory. */
    public static void unmount(SandboxDirectory directory) {
        unmountBelow(directory.path());
    }

    /** The same of any directory. */
    public static void unmountBelow(Path directory) {
        for (Path point : Mounts.below(directory)) {
            try {
                KernelCalls.unmount(point);
            } catch (IOException notSo) {
                // Somebody still looks at it, e.g. a backup program; it goes when they close it.
                HostCommand.run(PATIENCE, List.of("umount", "-l", point.toString()));
            }
        }
    }

    private @Nullable String mounted(SandboxDirectory directory, Limits limits, User owner) throws IOException {
        Path image = directory.path().resolve("workspace.img");
        Files.deleteIfExists(image);
        Path template = template(
                Objects.requireNonNull(limits.workspace()).bytes(),
                Objects.requireNonNull(limits.workspaceFiles()),
                owner);
        copies.copy(template, image);
        String why = mount(FLEETING, image, directory.workspace());
        if (why != null) {
            Files.deleteIfExists(image);
        }
        return why;
    }

    /** Why not, or null when it is mounted. */
    private static @Nullable String mount(String options, Path image, Path point) {
        try {
            KernelCalls.mountImage(image, point, FLAGS, options);
            return null;
        } catch (IOException notSo) {
            // An old kernel; or the program has better words for what is wrong.
            HostCommand.Result mounted = HostCommand.run(
                    PATIENCE,
                    List.of("mount", "-t", "ext4", "-o", joined(OPTIONS, options), image.toString(), point.toString()));
            return mounted.succeeded() ? null : "mounting failed (" + mounted.output() + ")";
        }
    }

    private static String joined(String options, String more) {
        return more.isEmpty() ? options : options + "," + more;
    }

    private Path template(long bytes, long files, User owner) throws IOException {
        // More files than blocks cannot hold content, and a block group has no room for more inodes than this.
        long inodes = Math.min(files, Math.max(bytes / BLOCK, 1024)) + RESERVED_INODES;
        long size =
                roundedUp(bytes + inodes * INODE + bytes / 1000 + (1 << 20) + JOURNAL_MEBIBYTES * (1L << 20), BLOCK);
        Path template = templates.resolve("ext4-" + size + "-" + inodes + "-" + owner.uid() + "-" + owner.gid());
        if (Files.exists(template)) {
            return template;
        }
        SandboxHome.ownDirectory(templates);
        Path temporary = Files.createTempFile(templates, "formatting", "");
        try {
            format(temporary, size, inodes, owner);
            Files.move(temporary, template, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
        return template;
    }

    private static void format(Path image, long size, long inodes, User owner) throws IOException {
        require(List.of("truncate", "-s", Long.toString(size), image.toString()));
        // Without a journal the kernel goes past every inode that was freed in the last minutes before it gives one
        // out.
        // No reserve for root: it is one task's. Few group descriptors keep the copy small.
        require(List.of(
                "mkfs.ext4",
                "-q",
                "-F",
                "-b",
                Long.toString(BLOCK),
                "-I",
                Long.toString(INODE),
                "-O",
                "^resize_inode,sparse_super2",
                "-J",
                "size=" + JOURNAL_MEBIBYTES,
                "-G",
                "4096",
                "-m",
                "0",
                "-N",
                Long.toString(inodes),
                "-E",
                "lazy_itable_init=1,lazy_journal_init=1,nodiscard,root_owner=" + owner.uid() + ":" + owner.gid(),
                image.toString()));
        require(List.of("debugfs", "-w", "-R", "rmdir lost+found", image.toString()));
    }

    private static void require(List<String> argv) throws IOException {
        HostCommand.Result result = HostCommand.run(PATIENCE, argv);
        if (!result.succeeded()) {
            throw new IOException(argv.getFirst() + " failed: " + result.output());
        }
    }

    private static void own(Path directory, User owner) throws IOException {
        if (User.current().root()) {
            Files.setAttribute(directory, "unix:uid", owner.uid());
            Files.setAttribute(directory, "unix:gid", owner.gid());
        }
    }

    private static @Nullable String obstacle(WorkspaceQuota quota) {
        if (quota == WorkspaceQuota.OFF) {
            return "the operator switched them off";
        }
        if (!User.current().root()) {
            return "mounting a file system needs root";
        }
        if (!Files.exists(Path.of("/dev/loop-control"))) {
            return "this host has no loop devices";
        }
        for (String program : List.of("mkfs.ext4", "debugfs", "mount", "truncate", "cp")) {
            if (HostCommand.find(program).isEmpty()) {
                return "'" + program + "' was not found; install e2fsprogs and mount";
            }
        }
        return null;
    }

    private static long roundedUp(long value, long unit) {
        return (value + unit - 1) / unit * unit;
    }
}
