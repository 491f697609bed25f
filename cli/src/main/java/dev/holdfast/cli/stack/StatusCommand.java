package dev.holdfast.cli.stack;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.output.Format;
import dev.holdfast.cli.output.Json;
import dev.holdfast.devstack.control.Condition;
import dev.holdfast.devstack.control.PartState;
import dev.holdfast.devstack.control.ProcessIdentity;
import dev.holdfast.devstack.control.StackHome;
import dev.holdfast.devstack.control.StackState;
import dev.holdfast.devstack.control.StateFile;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        description = "Shows the parts of this machine's stack and whether they run.",
        footerHeading = "%nExamples:%n",
        footer = {"  holdfast status", "  holdfast status -o json"})
public final class StatusCommand implements Callable<Integer> {
    private static final List<String> NAMES = List.of("worker", "api", "temporal", "postgres", "s3");

    record PartView(
            String name,
            @Nullable Long pid,
            @Nullable String address,
            String state,
            @Nullable String note) {}

    /** @param pool how well the warm pool serves; absent when no worker answers */
    record StackView(
            String state,
            @Nullable Long pid,
            String home,
            List<PartView> parts,
            @Nullable JsonNode pool) {
        StackView with(@Nullable JsonNode newPool) {
            return new StackView(state, pid, home, parts, newPool);
        }
    }

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text or json")
    Format output = Format.TEXT;

    @Override
    public Integer call() throws IOException {
        StackHome home = StackHome.from(System.getenv());
        StackView view = view(home, new StateFile(home).read()).with(pool(home));
        if (output == Format.JSON) {
            Json.print(System.out, view);
        } else {
            print(view);
        }
        return ExitCodes.OK;
    }

    /** Nothing to worry about when it cannot be had: what does not answer is seen in the parts. */
    private static @Nullable JsonNode pool(StackHome home) {
        try {
            return new HostAccess(home).ask("GET", "/host/pool").orElse(null);
        } catch (IOException | CommandFailure notNow) {
            return null;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** What the stack wrote down, corrected by what is really alive. */
    static StackView view(StackHome home, Optional<StackState> written) {
        boolean supervised = written.filter(state -> state.stack().isAlive()).isPresent();
        List<PartView> parts = NAMES.stream()
                .map(name -> written.flatMap(state -> state.part(name))
                        .map(part -> view(part, supervised))
                        .orElse(new PartView(name, null, null, Condition.STOPPED.toString(), null)))
                .toList();
        String state = supervised
                ? written.map(found -> found.state().toString()).orElseThrow()
                : Condition.STOPPED.toString();
        Long pid = supervised ? written.map(found -> found.stack().pid()).orElseThrow() : null;
        return new StackView(state, pid, home.directory().toString(), parts, null);
    }

    private static PartView view(PartState part, boolean supervised) {
        if (part.state() == Condition.EXTERNAL) {
            Condition state = supervised ? Condition.EXTERNAL : Condition.STOPPED;
            return new PartView(part.name(), null, part.address(), state.toString(), part.note());
        }
        ProcessIdentity process = part.process();
        if (process == null || !process.isAlive()) {
            Condition state = !supervised
                    ? Condition.STOPPED
                    : part.state() == Condition.RUNNING ? Condition.RESTARTING : part.state();
            return new PartView(part.name(), null, part.address(), state.toString(), null);
        }
        String note = supervised ? part.note() : "nobody watches it: './holdfast up' takes it over, 'down' stops it";
        return new PartView(
                part.name(), process.pid(), part.address(), part.state().toString(), note);
    }

    private static void print(StackView view) {
        System.out.printf("stack     %-11s %s%n", view.state(), view.home());
        for (PartView part : view.parts()) {
            System.out.println(String.format(
                            Locale.ROOT,
                            "%-9s %-11s %-8s %-28s %s",
                            part.name(),
                            part.state(),
                            part.pid() == null ? "" : part.pid().toString(),
                            part.address() == null ? "" : part.address(),
                            part.note() == null ? "" : part.note())
                    .stripTrailing());
        }
        JsonNode pool = view.pool();
        if (pool != null
                && !pool.path("hitRate").isNull()
                && !pool.path("hitRate").isMissingNode()) {
            System.out.println(String.format(
                    Locale.ROOT,
                    "pool      %.0f %% of %d tasks, %d recycled, waiting %s",
                    pool.path("hitRate").asDouble(0) * 100,
                    pool.path("hits").asLong(0) + pool.path("misses").asLong(0),
                    pool.path("recycled").asLong(0),
                    pool.path("idle")));
        }
    }
}
