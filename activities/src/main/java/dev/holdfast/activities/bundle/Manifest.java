package dev.holdfast.activities.bundle;

import dev.holdfast.contract.TaskId;
import java.util.List;

/**
 * What a bundle holds: its first entry.
 *
 * @param files every other entry, in the order in which they follow
 */
record Manifest(String format, int version, TaskId task, List<File> files) {
    static final String FORMAT = "holdfast-bundle";
    static final int VERSION = 1;
    static final String PATH = "manifest.json";

    Manifest {
        if (format == null || task == null || files == null) {
            throw new BundleException("its manifest is not whole");
        }
    }

    record File(String path, String sha256, long size) {
        File {
            if (path == null || sha256 == null) {
                throw new BundleException("its manifest is not whole");
            }
        }
    }

    static Manifest of(TaskId task, List<File> files) {
        return new Manifest(FORMAT, VERSION, task, files);
    }
}
