package dev.holdfast.activities.sandbox.home;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Removes a small directory without a program for it. Links are removed, never followed. */
public final class TreeRemoval {
    private TreeRemoval() {}

    /** False when something is in the way, such as a name that is no text or a directory that is closed. */
    public static boolean remove(Path directory) {
        try {
            Files.walkFileTree(directory, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failed)
                        throws IOException {
                    if (failed != null) {
                        throw failed;
                    }
                    Files.delete(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
            return true;
        } catch (IOException inTheWay) {
            return false;
        }
    }
}
