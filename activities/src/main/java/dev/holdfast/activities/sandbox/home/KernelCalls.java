package dev.holdfast.activities.sandbox.home;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * What Java has no words for. Each has a program that does the same, and starting one from a JVM costs several times what
 * the call does; so callers try this first and have that to fall back to.
 */
final class KernelCalls {
    private static final int OPEN_READ_WRITE_CLOSE_ON_EXEC = 0x80002;
    private static final int OPEN_READ_CLOSE_ON_EXEC = 0x80000;
    private static final long LOOP_GET_FREE = 0x4C82;
    private static final long LOOP_CONFIGURE = 0x4C0A;
    private static final int BUSY = 16;
    private static final int NO_SUCH_ADDRESS = 6;
    private static final int SEEK_DATA = 3;
    private static final int SEEK_HOLE = 4;
    private static final int MOST_TRIES = 16;

    /** The structure loop_config, of which a descriptor, flags and a name to show are set. */
    private static final int CONFIG_BYTES = 304;

    private static final int CONFIG_FLAGS = 60;
    private static final int CONFIG_NAME = 64;
    private static final int NAME_BYTES = 63;
    /** The device is free again when nobody has it open or mounted. */
    private static final int LOOP_AUTOCLEAR = 4;

    static final long MOUNT_READ_ONLY = 1;
    static final long MOUNT_NO_SETUID = 2;
    static final long MOUNT_NO_DEVICES = 4;
    static final long MOUNT_NO_ACCESS_TIMES = 1024;

    /** A call holds the thread that makes it, and virtual threads have only a few to share. */
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("holdfast-kernel-", 0).factory());

    private KernelCalls() {}

    /** Names are the C library's. */
    private interface C extends Library {
        C LIBRARY = Native.load("c", C.class);

        int open(String path, int flags) throws LastErrorException;

        int close(int descriptor) throws LastErrorException;

        int ioctl(int descriptor, NativeLong request, Object... argument) throws LastErrorException;

        int mount(String source, String target, String type, NativeLong flags, String data) throws LastErrorException;

        int umount2(String target, int flags) throws LastErrorException;

        long lseek(int descriptor, long offset, int whence) throws LastErrorException;
    }

    /** A region of a file that is not a hole. */
    record Extent(long from, long to) {}

    /** The first one at or behind a position; null when there is none. */
    static @Nullable Extent dataFrom(Path file, long position) throws IOException {
        return calling("looking for holes in " + file, () -> {
            int descriptor = C.LIBRARY.open(file.toString(), OPEN_READ_CLOSE_ON_EXEC);
            try {
                long from = C.LIBRARY.lseek(descriptor, position, SEEK_DATA);
                return new Extent(from, C.LIBRARY.lseek(descriptor, from, SEEK_HOLE));
            } catch (LastErrorException failed) {
                if (failed.getErrorCode() == NO_SUCH_ADDRESS) {
                    return null;
                }
                throw failed;
            } finally {
                C.LIBRARY.close(descriptor);
            }
        });
    }

    /** Mounts the ext4 file system in a file. */
    static void mountImage(Path image, Path point, long flags, String options) throws IOException {
        calling("mounting " + image, () -> {
            int file = C.LIBRARY.open(image.toString(), OPEN_READ_WRITE_CLOSE_ON_EXEC);
            try {
                LoopDevice device = loopDevice(file, image);
                try {
                    return C.LIBRARY.mount(device.path(), point.toString(), "ext4", new NativeLong(flags), options);
                } finally {
                    C.LIBRARY.close(device.descriptor());
                }
            } finally {
                C.LIBRARY.close(file);
            }
        });
    }

    /** Mounts a file system that needs no device. */
    static void mount(String type, Path point, long flags, String options) throws IOException {
        calling(
                "mounting " + type + " at " + point,
                () -> C.LIBRARY.mount(type, point.toString(), type, new NativeLong(flags), options));
    }

    private record LoopDevice(String path, int descriptor) {}

    /** Others take free ones too, so the one that was free may be taken. */
    private static LoopDevice loopDevice(int file, Path image) {
        int control = C.LIBRARY.open("/dev/loop-control", OPEN_READ_WRITE_CLOSE_ON_EXEC);
        try {
            for (int attempt = 1; ; attempt++) {
                String path = "/dev/loop" + C.LIBRARY.ioctl(control, new NativeLong(LOOP_GET_FREE));
                int device = C.LIBRARY.open(path, OPEN_READ_WRITE_CLOSE_ON_EXEC);
                try {
                    C.LIBRARY.ioctl(device, new NativeLong(LOOP_CONFIGURE), configuration(file, image));
                    return new LoopDevice(path, device);
                } catch (LastErrorException failed) {
                    C.LIBRARY.close(device);
                    if (failed.getErrorCode() != BUSY || attempt == MOST_TRIES) {
                        throw failed;
                    }
                }
            }
        } finally {
            C.LIBRARY.close(control);
        }
    }

    private static Pointer configuration(int file, Path image) {
        Memory configuration = new Memory(CONFIG_BYTES);
        configuration.clear();
        configuration.setInt(0, file);
        configuration.setInt(CONFIG_FLAGS, LOOP_AUTOCLEAR);
        byte[] name = image.toString().getBytes(StandardCharsets.UTF_8);
        configuration.write(CONFIG_NAME, name, 0, Math.min(name.length, NAME_BYTES));
        return configuration;
    }

    static void unmount(Path point) throws IOException {
        calling("unmounting " + point, () -> C.LIBRARY.umount2(point.toString(), 0));
    }

    private static <T extends @Nullable Object> T calling(String what, Callable<T> work) throws IOException {
        try {
            return THREADS.submit(work).get();
        } catch (ExecutionException failed) {
            throw new IOException(what + " failed: " + failed.getCause(), failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + what, interrupted);
        }
    }
}
