package dev.holdfast.activities.secrets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** Files of the worker. */
final class FileSecrets implements SecretProvider {
    private final Path directory;

    FileSecrets(Path directory) {
        this.directory = directory;
    }

    @Override
    public Optional<byte[]> find(SecretScope scope, String name) {
        try {
            return Optional.of(withoutLastLineBreak(Files.readAllBytes(directory.resolve(name))));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException unreadable) {
            throw SecretException.unreadable(name, place(name), unreadable);
        }
    }

    /** Editors add one; no password ends with it. */
    private static byte[] withoutLastLineBreak(byte[] content) {
        int length = content.length;
        return length > 0 && content[length - 1] == '\n' ? Arrays.copyOf(content, length - 1) : content;
    }

    @Override
    public String place(String name) {
        return "the file " + directory.resolve(name) + " of the worker";
    }
}
