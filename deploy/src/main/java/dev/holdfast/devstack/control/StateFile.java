package dev.holdfast.devstack.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/** Where a stack writes down what it runs. Readers see the old text or the new one, never a half. */
public final class StateFile {
    private final Path path;

    public StateFile(StackHome home) {
        this.path = home.stateFile();
    }

    public synchronized void write(StackState state) throws IOException {
        Path next = path.resolveSibling(path.getFileName() + ".next");
        Files.writeString(next, StateJson.write(state));
        Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    public Optional<StackState> read() throws IOException {
        try {
            return Optional.of(StateJson.read(Files.readString(path)));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (JacksonException | IllegalArgumentException e) {
            throw new IOException(
                    path + " is not readable as the state of a stack: remove it after making sure that"
                            + " none of its processes runs",
                    e);
        }
    }

    public void delete() throws IOException {
        Files.deleteIfExists(path);
    }
}
