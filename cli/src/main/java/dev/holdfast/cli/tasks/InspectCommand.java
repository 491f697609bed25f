package dev.holdfast.cli.tasks;

import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.output.Format;
import dev.holdfast.cli.output.InertText;
import dev.holdfast.cli.output.Json;
import dev.holdfast.contract.ResourceUsage;
import dev.holdfast.contract.StepResult;
import dev.holdfast.contract.TaskResult;
import dev.holdfast.contract.Transition;
import java.io.PrintStream;
import java.util.StringJoiner;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows one task. */
@Command(
        name = "inspect",
        mixinStandardHelpOptions = true,
        description = "Shows a task as it is now: state, steps, artifacts, and whether its sandbox is gone.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  holdfast inspect nightly-1",
            "  holdfast inspect nightly-1 -o json | jq .steps",
            "  holdfast inspect --spec nightly-1"
        })
public final class InspectCommand implements Callable<Integer> {
    @Mixin
    TaskArgument argument = new TaskArgument();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, or json: the object that 'run -o json' prints.")
    Format format = Format.TEXT;

    @Option(names = "--spec", description = "Shows as JSON what was asked for; values that look secret are stars.")
    boolean spec;

    @Override
    public Integer call() {
        if (spec) {
            Json.printWithoutNulls(
                    System.out, Failures.explained(() -> argument.task().spec()));
            return ExitCodes.OK;
        }
        TaskResult task = Failures.explained(() -> argument.task().result());
        if (format == Format.JSON) {
            Json.print(System.out, task);
        } else {
            print(System.out, task);
        }
        return ExitCodes.OK;
    }

    private static void print(PrintStream out, TaskResult task) {
        line(out, "task", task.taskId());
        line(out, "project", task.project());
        line(out, "state", task.state().json() + ": " + task.reason());
        line(out, "outcome", task.outcome() == null ? null : task.outcome().json());
        line(out, "exit code", task.exitCode());
        line(out, "error", task.errorCode());
        line(
                out,
                "sandbox",
                task.executor() == null ? null : task.executor().json() + " (" + task.executorReason() + ")");
        line(out, "image", task.image());
        line(out, "host", task.host());
        task.warnings().forEach(warning -> line(out, "warning", warning));
        for (StepResult step : task.steps()) {
            line(
                    out,
                    "step",
                    step.name() + ": " + step.outcome().json() + (step.exitCode() == null ? "" : " " + step.exitCode())
                            + " in " + step.durationMs() + " ms: " + String.join(" ", step.command()));
        }
        task.steps().forEach(step -> line(out, "usage", usage(step)));
        for (Transition change : task.transitions()) {
            line(out, change.at().toString(), change.state().json() + ": " + change.reason());
        }
        line(out, "artifacts", task.artifactCount() == 0 ? null : task.artifactCount());
        line(
                out,
                "cleanup",
                task.cleanup().state().json()
                        + (task.cleanup().left().isEmpty()
                                ? ""
                                : ": left behind " + task.cleanup().left()));
    }

    private static @Nullable String usage(StepResult step) {
        ResourceUsage used = step.resourceUsage();
        StringJoiner parts = new StringJoiner(", ", step.name() + ": ", "").setEmptyValue("");
        add(parts, "cpu", sum(used.cpuUserMs(), used.cpuSystemMs()), " ms");
        add(parts, "peak memory", used.peakMemoryBytes(), " bytes");
        add(parts, "pids", used.peakPids(), "");
        add(parts, "disk", used.diskBytes(), " bytes");
        add(parts, "read", used.ioReadBytes(), " bytes");
        add(parts, "written", used.ioWriteBytes(), " bytes");
        add(parts, "received", used.networkReceivedBytes(), " bytes");
        add(parts, "sent", used.networkSentBytes(), " bytes");
        return parts.length() == 0 ? null : parts.toString();
    }

    private static void add(StringJoiner parts, String name, @Nullable Long value, String unit) {
        if (value != null) {
            parts.add(name + " " + value + unit);
        }
    }

    private static @Nullable Long sum(@Nullable Long one, @Nullable Long other) {
        return one == null || other == null ? null : Long.valueOf(one + other);
    }

    private static void line(PrintStream out, String name, @Nullable Object value) {
        if (value != null) {
            out.println(name + ": " + InertText.of(value.toString()));
        }
    }
}
