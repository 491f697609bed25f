package dev.holdfast.devstack;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** One of the scripts in deploy/scripts: its answer is on stdout, what it tells people on stderr. */
record Script(Path path) {
    record Answer(int exitCode, String output) {}

    static Script named(Path root, String name) {
        return new Script(root.resolve("deploy/scripts").resolve(name));
    }

    Answer run(Consumer<String> told, String... arguments) throws IOException, InterruptedException {
        var command = new java.util.ArrayList<>(List.of(path.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).start();
        process.getOutputStream().close();
        CompletableFuture<String> output = CompletableFuture.supplyAsync(() -> text(process));
        try (BufferedReader lines = process.errorReader(StandardCharsets.UTF_8)) {
            lines.lines().forEach(line -> told.accept(withoutName(line)));
            return new Answer(process.waitFor(), output.join().strip());
        } catch (InterruptedException e) {
            process.destroy();
            throw e;
        }
    }

    /** The scripts begin each line with their name, which says nothing beside the part's. */
    private String withoutName(String line) {
        String name = path.getFileName() + ": ";
        return line.startsWith(name) ? line.substring(name.length()) : line;
    }

    private static String text(Process process) {
        try {
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
