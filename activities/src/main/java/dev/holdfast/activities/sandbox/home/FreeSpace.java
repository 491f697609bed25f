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
        long free;
        try {
            free = Files.getFileStore(place).getUsableSpace();
        } catch (IOException unknown) {
            throw new SandboxException(
                    SandboxError.INTERNAL, "the free space at '" + place + "' cannot be learnt: " + unknown, unknown);
        }
        if (free < least.bytes()) {
            throw new SandboxException(
                    SandboxError.HOST_DISK_FULL,
                    "the host has " + (free >> 20) + " MiB left at '" + place + "' and needs " + least
                            + " for a new sandbox; free some space or lower leastFreeDisk");
        }
    }
}
