package dev.holdfast.activities.sandbox.home;

import dev.holdfast.activities.sandbox.SandboxError;
import dev.holdfast.activities.sandbox.SandboxException;
import dev.holdfast.contract.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether the host has room for another sandbox. */
public final class FreeSpace {
    private FreeSpace() {}

    public static void require(Path place, DataSize least) {
        if (isShort(place, least)) {
            throw new SandboxException(
                    SandboxError.HOST_DISK_FULL,
                    "the host has " + mebibytesLeft(place) + " MiB left at '" + place + "' and needs " + least
                            + " for a new sandbox; free some space or lower leastFreeDisk");
        }
    }

    public static boolean isShort(Path place, DataSize least) {
        return left(place) < least.bytes();
    }

    public static long mebibytesLeft(Path place) {
        return left(place) >> 20;
    }

    private static long left(Path place) {
        // Every task asks, so not by the list of all mounts; but this says 0 also where it could not be learnt.
        long left = place.toFile().getUsableSpace();
        try {
            return left > 0 ? left : Files.getFileStore(place).getUsableSpace();
        } catch (IOException unknown) {
            throw new SandboxException(
                    SandboxError.INTERNAL, "the free space at '" + place + "' cannot be learnt: " + unknown, unknown);
        }
    }
}
