package dev.holdfast.activities.sandbox.home;

import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.activities.sandbox.SandboxId;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One at a time for each sandbox, among the threads of this worker and the workers of this host. The lock files are a
 * fixed few that stay, because a lock file that is removed can be locked by two.
 */
public final class IdLocks {
    private static final int STRIPES = 256;

    /** Of the whole process: file locks do not hold between threads. */
    private static final List<ReentrantLock> LOCAL =
            IntStream.range(0, STRIPES).mapToObj(i -> new ReentrantLock()).toList();

    private final Path directory;

    public IdLocks(SandboxHome home) {
        this.directory = home.root().resolve("locks");
    }

    public <T> T holding(SandboxId id, Supplier<T> work) {
        int stripe = Math.floorMod(id.value().hashCode(), STRIPES);
        ReentrantLock local = LOCAL.get(stripe);
        local.lock();
        FileChannel file = null;
        try {
            file = local.getHoldCount() == 1 ? lockedFile(stripe) : null;
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

    private FileChannel lockedFile(int stripe) throws IOException {
        Files.createDirectories(directory);
        FileChannel file = FileChannel.open(
                directory.resolve(Integer.toString(stripe)), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            file.lock();
            return file;
        } catch (IOException | RuntimeException failed) {
            file.close();
            throw failed;
        }
    }
}
