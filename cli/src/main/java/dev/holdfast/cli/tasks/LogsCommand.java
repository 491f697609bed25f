package dev.holdfast.cli.tasks;

import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.output.Format;
import dev.holdfast.cli.output.Json;
import dev.holdfast.cli.output.LastLines;
import dev.holdfast.cli.output.LogWriter;
import dev.holdfast.cli.output.Screen;
import dev.holdfast.cli.output.TimedLines;
import dev.holdfast.client.Task;
import dev.holdfast.client.TaskListener;
import dev.holdfast.contract.Durations;
import dev.holdfast.contract.InvalidFieldException;
import dev.holdfast.contract.rest.LogEntry;
import dev.holdfast.contract.rest.LogSlice;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the output of a task. */
@Command(
        name = "logs",
        mixinStandardHelpOptions = true,
        description = "Prints what a task's commands wrote: stdout on stdout, stderr on stderr.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  holdfast logs nightly-1",
            "  holdfast logs -f nightly-1                    until it has ended",
            "  holdfast logs -ft --tail 20 nightly-1         the last lines and what comes, with times",
            "  holdfast logs --stream stderr --since 10m nightly-1",
            "  holdfast logs -o json nightly-1 | jq -r .text"
        })
public final class LogsCommand implements Callable<Integer> {
    @Mixin
    TaskArgument argument = new TaskArgument();

    @Option(
            names = {"-f", "--follow"},
            description = "Goes on until the task has ended.")
    boolean follow;

    @Option(
            names = {"-t", "--timestamps"},
            description = "Puts before each line when it began.")
    boolean timestamps;

    @Option(
            names = {"-n", "--tail"},
            paramLabel = "N",
            description = "Of what is there already, only the last lines.")
    @Nullable Integer tail;

    @Option(names = "--since", paramLabel = "TIME", description = "Only what was written since: 10m, 24h, or a time.")
    @Nullable String since;

    @Option(names = "--step", paramLabel = "NAME", description = "Only of this step.")
    @Nullable String step;

    @Option(names = "--stream", paramLabel = "NAME", description = "Only stdout, or only stderr.")
    @Nullable String stream;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, or json: an object a line with step, stream, offset, at, and text or base64.")
    Format format = Format.TEXT;

    @Option(names = "--raw", description = "Passes the output byte for byte.")
    boolean raw;

    @Override
    public Integer call() {
        return Failures.explained(() -> {
            if (tail != null && tail < 0) {
                throw new InvalidFieldException("--tail", tail + " is negative");
            }
            Predicate<LogEntry> wanted = wanted();
            LogWriter writer = format == Format.JSON ? LogsCommand::json : text();
            LogWriter some = entry -> !wanted.test(entry) || writer.write(entry);
            Task task = argument.task();
            if (!follow) {
                print(task, wanted, writer);
            } else if (tail == null) {
                task.follow(listener(some));
            } else {
                task.follow(listener(some), print(task, wanted, writer));
            }
            return ExitCodes.OK;
        });
    }

    private LogWriter text() {
        Screen screen = Screen.of(System.out, System.err, raw);
        return timestamps ? new TimedLines(screen) : screen;
    }

    private static boolean json(LogEntry entry) {
        Json.line(System.out, entry);
        return !System.out.checkError();
    }

    private Predicate<LogEntry> wanted() {
        LogEntry.Stream only = stream == null ? null : LogEntry.Stream.fromJson(stream);
        Instant from = since == null ? null : time(since);
        return entry -> {
            LogEntry.Stream its = entry.stream() == LogEntry.Stream.PTY ? LogEntry.Stream.STDOUT : entry.stream();
            return (step == null || entry.step().equals(step))
                    && (only == null || its == only)
                    && (from == null || !entry.at().isBefore(from));
        };
    }

    private static Instant time(String written) {
        try {
            return Instant.parse(written);
        } catch (DateTimeParseException noInstant) {
            try {
                return Instant.now().minus(Durations.parse("--since", written));
            } catch (InvalidFieldException neither) {
                throw new InvalidFieldException(
                        "--since",
                        "'" + written + "' is neither a time such as 2026-01-31T12:00:00Z nor an age such as 24h");
            }
        }
    }

    /** Returns the cursor behind what was printed. */
    private long print(Task task, Predicate<LogEntry> wanted, LogWriter writer) {
        LastLines last = tail == null ? null : new LastLines(tail);
        LogSlice slice = task.logs(0);
        while (!slice.entries().isEmpty()) {
            for (LogEntry entry : slice.entries()) {
                if (wanted.test(entry) && !(last == null ? writer : last).write(entry)) {
                    return slice.cursor();
                }
            }
            slice = task.logs(slice.cursor());
        }
        if (last != null) {
            last.handTo(writer);
        }
        return slice.cursor();
    }

    private static TaskListener listener(LogWriter writer) {
        return new TaskListener() {
            @Override
            public void onOutput(LogEntry entry) {
                if (!writer.write(entry)) {
                    // As with any program whose reader has gone; the task goes on.
                    Runtime.getRuntime().halt(ExitCodes.BROKEN_PIPE);
                }
            }
        };
    }
}
