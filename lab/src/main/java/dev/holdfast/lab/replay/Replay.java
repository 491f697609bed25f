package dev.holdfast.lab.replay;

import dev.holdfast.activities.temporal.PayloadKeys;
import dev.holdfast.activities.temporal.PayloadRules;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.common.WorkflowExecutionHistory;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code holdfast replay} starts, with a file that holds a history. */
public final class Replay {
    private static final int PARTED = 1;
    private static final int FAILED = 125;
    private static final int CONTEXT = 2;
    private static final Pattern TOLD =
            Pattern.compile("(\\[TMPRL\\d+].*?)(?: \\{Workflow|\\R\\s+at |$)", Pattern.DOTALL);
    private static final Pattern EVENT = Pattern.compile("(?:event |eventId=|EventId=)(\\d+)");

    private Replay() {}

    public static void main(String[] arguments) {
        System.exit(run(Path.of(arguments[0]), System.out, System.err));
    }

    static int run(Path file, PrintStream out, PrintStream err) {
        List<WorkflowExecutionHistory> runs;
        try {
            runs = Runs.of(WorkflowExecutionHistory.fromJson(HistoryFile.read(file)));
        } catch (IOException | RuntimeException unreadable) {
            err.println("holdfast: '" + file + "' is neither a history in Temporal's JSON nor a bundle with one: "
                    + unreadable.getMessage());
            return FAILED;
        }
        Replayer replayer = new Replayer(new PayloadRules(keys()).converter());
        for (WorkflowExecutionHistory run : runs) {
            Optional<Exception> parted = replayer.divergence(run);
            if (parted.isPresent()) {
                out.println(runs.size() == 1 ? "code and history part:" : partedIn(runs, run));
                explain(run.getEvents(), parted.get(), out);
                return PARTED;
            }
        }
        int events = runs.stream().mapToInt(run -> run.getEvents().size()).sum();
        String all = events + " events" + (runs.size() == 1 ? "" : " of " + runs.size() + " runs");
        out.println("replayed: " + all + ", code and history agree");
        return 0;
    }

    private static String partedIn(List<WorkflowExecutionHistory> runs, WorkflowExecutionHistory run) {
        return "code and history part in run " + (runs.indexOf(run) + 1) + " of " + runs.size() + ":";
    }

    /** For a history that was exported with its payloads encrypted. */
    private static PayloadKeys keys() {
        String file = System.getenv("HOLDFAST_PAYLOAD_KEY_FILE");
        return PayloadKeys.of(System.getenv("HOLDFAST_PAYLOAD_KEYS"), file == null ? null : Path.of(file));
    }

    private static void explain(List<HistoryEvent> events, Exception parted, PrintStream out) {
        Set<String> messages = messages(parted);
        messages.forEach(message -> out.println("  " + message));
        firstEvent(messages).ifPresent(number -> {
            out.println("the history there:");
            events.stream()
                    .filter(event -> Math.abs(event.getEventId() - number) <= CONTEXT)
                    .forEach(event -> out.println(line(event, number)));
        });
    }

    /** The SDK hands the failure over as a text with stack traces in it; its own code stands before what matters. */
    private static Set<String> messages(Exception parted) {
        Set<String> messages = new LinkedHashSet<>();
        for (Throwable cause = parted; cause != null; cause = cause.getCause()) {
            String text = String.valueOf(cause.getMessage());
            Matcher told = TOLD.matcher(text);
            messages.add(
                    told.find()
                            ? told.group(1).replaceAll("\\s+", " ")
                            : text.lines().findFirst().orElse(""));
        }
        return messages;
    }

    private static Optional<Long> firstEvent(Set<String> messages) {
        return messages.stream()
                .map(EVENT::matcher)
                .filter(Matcher::find)
                .map(found -> Long.valueOf(found.group(1)))
                .findFirst();
    }

    private static String line(HistoryEvent event, long marked) {
        String type = event.getEventType().name().replace("EVENT_TYPE_", "").toLowerCase(java.util.Locale.ROOT);
        String name = event.hasActivityTaskScheduledEventAttributes()
                ? " '"
                        + event.getActivityTaskScheduledEventAttributes()
                                .getActivityType()
                                .getName() + "'"
                : "";
        return (event.getEventId() == marked ? "> " : "  ") + event.getEventId() + " " + type + name;
    }
}
