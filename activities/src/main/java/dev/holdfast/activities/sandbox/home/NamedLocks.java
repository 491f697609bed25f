package dev.holdfast.activities.sandbox.home;

import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxId;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One at a time for each sandbox or image, among the threads of this worker and the workers of this host. The lock files are
 * a fixed few that stay, because a lock file that is removed can be locked by two. Whoever holds both took the sandbox's first.
 */
public final class NamedLocks {
    private static final int STRIPES = 256;

    /** Of the whole process: file locks do not hold between threads. */
    private static final Map<Path, ReentrantLock> LOCAL = new ConcurrentHashMap<>();

    private final Path directory;

    private NamedLocks(Path directory) {
        this.directory = directory;
    }

    public static NamedLocks ofSandboxes(SandboxHome home) {
        return new NamedLocks(home.root().resolve("locks"));
    }

    public static NamedLocks ofImages(SandboxHome home) {
        return new NamedLocks(home.root().resolve("image-locks"));
    }

    public <T> T holding(SandboxId id, Supplier<T> work) {
        return holding(id.value(), work);
    }

    public <T> T holding(String name, Supplier<T> work) {
        Path path = directory.resolve(Integer.toString(Math.floorMod(name.hashCode(), STRIPES)));
        ReentrantLock local = LOCAL.computeIfAbsent(path, first -> new ReentrantLock());
        local.lock();
        FileChannel file = null;
        try {
            file = local.getHoldCount() == 1 ? locked(path) : null;
            return work.get();
        } catch (IOException failed) {
            throw new SandboxException(
                    SandboxError.INTERNAL, "'" + directory + "' cannot be used for locks: " + failed, failed);
        } finally {
            release(file);
            local.unlock();
        }
    }

    private static void release(@Nullable FileChannel file) {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException closedAnyway) {
            // The kernel gives the lock up with the descriptor.
        }
    }

    private FileChannel locked(Path path) throws IOException {
        Files.createDirectories(directory);
        FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            file.lock();
            return file;
        } catch (IOException | RuntimeException failed) {
            file.close();
            throw failed;
        }
    }
}
