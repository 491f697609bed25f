package dev.holdfast.activities.sandbox.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Names a process for good: ids come again, id and start time do not. */
record ProcessMark(long pid, long startTicks) {
    private static final int START_TICKS_AFTER_NAME = 19;

    static Optional<ProcessMark> of(long pid) {
        return look(pid).map(Stat::mark);
    }

    /** A process that is dead and only waits to be collected does not count. */
    boolean alive() {
        return look(pid)
                .filter(stat -> !stat.zombie() && stat.mark().equals(this))
                .isPresent();
    }

    void kill() {
        if (alive()) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    List<ProcessMark> descendants() {
        return ProcessHandle.of(pid).stream()
                .flatMap(ProcessHandle::descendants)
                .flatMap(child -> of(child.pid()).stream())
                .toList();
    }

    String line() {
        return pid + " " + startTicks;
    }

    static Optional<ProcessMark> parse(String line) {
        String[] parts = line.strip().split(" ", -1);
        try {
            return parts.length == 2
                    ? Optional.of(new ProcessMark(Long.parseLong(parts[0]), Long.parseLong(parts[1])))
                    : Optional.empty();
        } catch (NumberFormatException halfWritten) {
            return Optional.empty();
        }
    }

    private record Stat(ProcessMark mark, boolean zombie) {}

    private static Optional<Stat> look(long pid) {
        try {
            String line = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
            // The command's name may hold anything, so the fields begin behind its last parenthesis.
            String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
            boolean zombie = fields[0].equals("Z") || fields[0].equals("X");
            return Optional.of(new Stat(new ProcessMark(pid, Long.parseLong(fields[START_TICKS_AFTER_NAME])), zombie));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }
}
