package dev.holdfast.devstack.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/** The one directory that holds everything a stack keeps. Only its owner can look into it. */
public record StackHome(Path directory) {
    public static final String VARIABLE = "HOLDFAST_HOME";

    public static StackHome from(Map<String, String> environment) {
        String chosen = environment.getOrDefault(VARIABLE, "");
        Path directory =
                chosen.isBlank() ? Path.of(System.getProperty("user.home"), ".holdfast") : Path.of(chosen.strip());
        return new StackHome(directory.toAbsolutePath().normalize());
    }

    /** Makes the directory and those that every part expects. */
    public void create() throws IOException {
        Files.createDirectories(directory);
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        Files.createDirectories(runDirectory());
        Files.createDirectories(logs());
    }

    public Path stateFile() {
        return runDirectory().resolve("stack.json");
    }

    /** Held by the stack for as long as it lives, so that one directory never has two. */
    public Path lockFile() {
        return runDirectory().resolve("stack.lock");
    }

    public Path token() {
        return directory.resolve("token");
    }

    public Path log(String part) {
        return logs().resolve(part + ".log");
    }

    public Path data(String part) {
        return directory.resolve(part);
    }

    private Path runDirectory() {
        return directory.resolve("run");
    }

    private Path logs() {
        return directory.resolve("logs");
    }
}
