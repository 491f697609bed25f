package dev.holdfast.activities.sandbox.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files of ours that sandboxes or engines read: whole or not there, whoever else writes the same at this moment. */
public final class WrittenOnce {
    private WrittenOnce() {}

    /** Readable for everybody; one that is there already stays. */
    public static Path at(Path file, String content) throws IOException {
        if (!Files.exists(file)) {
            Files.createDirectories(file.getParent());
            Path temporary = Files.createTempFile(file.getParent(), "new", "");
            Files.writeString(temporary, content);
            temporary.toFile().setReadable(true, false);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
        return file;
    }
}
