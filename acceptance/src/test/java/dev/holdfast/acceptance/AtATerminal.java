package dev.holdfast.acceptance;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A program with a terminal of its own, at which a script (see terminal.py) reads and types. */
final class AtATerminal {
    private AtATerminal() {}

    /** @param directory for the files that this needs */
    static Shell.Ended run(Path directory, List<String> program, String script, Map<String, String> environment)
            throws IOException {
        Path terminal = directory.resolve("terminal.py");
        try (InputStream content = Objects.requireNonNull(AtATerminal.class.getResourceAsStream("terminal.py"))) {
            Files.copy(content, terminal, StandardCopyOption.REPLACE_EXISTING);
        }
        List<String> command = new ArrayList<>(List.of(
                PythonTools.program("python3").toString(),
                terminal.toString(),
                Files.writeString(directory.resolve("script"), script).toString()));
        command.addAll(program);
        return Shell.run(command, environment);
    }
}
