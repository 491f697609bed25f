package dev.holdfast.devstack;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a person sees while the stack starts and runs: one line for each thing that happens. */
final class Progress {
    private final PrintStream out;

    Progress(PrintStream out) {
        this.out = out;
    }

    void begun(Part part) {
        line(part.name(), "starting " + part.title());
    }

    void ready(String name, String what, String address, Duration elapsed, @Nullable String note) {
        line(name, "%-24s %-28s %s%s".formatted(what, address, seconds(elapsed), note == null ? "" : "  " + note));
    }

    void line(String name, String text) {
        out.printf("holdfast: %-9s %s%n", name, text.stripTrailing());
    }

    static String seconds(Duration elapsed) {
        return String.format(Locale.ROOT, "%.1f s", elapsed.toMillis() / 1000.0);
    }
}
