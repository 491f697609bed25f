package dev.holdfast.activities.sandbox.local;

import dev.holdfast.activities.sandbox.SandboxId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Finds what a sandbox left running, also after its supervisor died: by the mark in its environment, or by where it is. */
final class ProcessSearch {
    private static final long OWN_PID = ProcessHandle.current().pid();

    private final String ownMark;
    private final String stepMark;
    private final Path directory;

    /** @param directory the sandbox's own; a process that works in there belongs to it */
    ProcessSearch(SandboxId id, Path directory) {
        // The supervisor has the first from us; its steps have the second from it.
        this.ownMark = "\0HOLDFAST_SANDBOX=" + id + "\0";
        this.stepMark = "\0HOLDFAST_STEP=" + id + "/";
        this.directory = directory;
    }

    List<ProcessMark> find() {
        List<ProcessMark> found = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                long pid = Long.parseLong(process.getFileName().toString());
                if (pid != OWN_PID && (marked(process) || inside(process))) {
                    ProcessMark.of(pid).filter(ProcessMark::alive).ifPresent(found::add);
                }
            }
        } catch (IOException noProcessTable) {
            throw new java.io.UncheckedIOException("/proc is needed to find a sandbox's processes", noProcessTable);
        }
        return found;
    }

    private boolean marked(Path process) {
        try {
            String environment = "\0" + Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
            return environment.contains(ownMark) || environment.contains(stepMark);
        } catch (IOException goneOrAnothers) {
            return false;
        }
    }

    private boolean inside(Path process) {
        try {
            return Files.readSymbolicLink(process.resolve("cwd")).startsWith(directory);
        } catch (IOException goneOrAnothers) {
            return false;
        }
    }
}
