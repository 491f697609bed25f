package dev.holdfast.devstack.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A process that cannot be mistaken for another one that got its number later.
 *
 * @param started clock ticks from the machine's start to the process's start. Not a time of day: that moves with the clock.
 */
public record ProcessIdentity(long pid, long started) {
    private static final int STATE = 0; // fields of /proc/PID/stat, counted from behind the name
    private static final int START_TICKS = 19;

    public static Optional<ProcessIdentity> of(long pid) {
        return fields(pid)
                .filter(ProcessIdentity::isNotOver)
                .map(fields -> new ProcessIdentity(pid, Long.parseLong(fields.get(START_TICKS))));
    }

    public boolean isAlive() {
        return of(pid).filter(this::equals).isPresent();
    }

    /** Does nothing when the process is gone, also when its number belongs to another one by now. */
    public void signal(StopSignal signal) {
        if (!isAlive()) {
            return;
        }
        switch (signal) {
            case TERM -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy);
            case KILL -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
            case INT -> interrupt();
        }
    }

    /** Java has no call for this one; the shell's own `kill` needs no package. */
    private void interrupt() {
        try {
            new ProcessBuilder("sh", "-c", "kill -s INT " + pid)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The name is in parentheses and may itself contain spaces and parentheses. */
    private static Optional<List<String>> fields(long pid) {
        try {
            String line = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return Optional.of(List.of(line.substring(line.lastIndexOf(')') + 2).split(" ")));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    /** A zombie has an entry but does nothing any more: its parent has not looked yet. */
    private static boolean isNotOver(List<String> fields) {
        return !fields.get(STATE).equals("Z") && !fields.get(STATE).equals("X");
    }
}
