package dev.holdfast.cli.stack;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.output.Format;
import dev.holdfast.cli.output.Json;
import dev.holdfast.contract.Durations;
import dev.holdfast.devstack.control.StackHome;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Lists and prunes what projects keep on this machine. */
@Command(
        name = "volumes",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description = "Lists and prunes volumes and caches of projects on this machine, for its operator.",
        footerHeading = "%nExamples:%n",
        footer = {"  holdfast volumes list", "  holdfast volumes prune --project web --name cache-npm --unused-for 30d"
        })
public final class VolumesCommand {
    private static final String ROW = "%-20s %-16s %10s  %-25s %s%n";

    @Command(name = "list", mixinStandardHelpOptions = true, description = "Lists all there are.")
    int list(
            @Option(
                            names = {"-o", "--output"},
                            paramLabel = "FORMAT",
                            defaultValue = "TEXT",
                            description = "text or json")
                    Format format)
            throws IOException, InterruptedException {
        print(ask("GET", "/host/volumes"), format);
        return ExitCodes.OK;
    }

    @Command(
            name = "prune",
            mixinStandardHelpOptions = true,
            description = "Removes those that no sandbox uses now and that fit all options; prints them.")
    int prune(
            @Option(names = "--project", paramLabel = "NAME", description = "Only of this project.") @Nullable String project,
            @Option(names = "--name", paramLabel = "NAME", description = "Only of this name: volume, cache-npm, ...")
                    @Nullable String name,
            @Option(
                            names = "--unused-for",
                            paramLabel = "TIME",
                            defaultValue = "0s",
                            description = "Only what no task used for so long: 12h, 30d.")
                    String unusedFor,
            @Option(names = "--all", description = "Everything; needed when no other option is given.") boolean all,
            @Option(
                            names = {"-o", "--output"},
                            paramLabel = "FORMAT",
                            defaultValue = "TEXT",
                            description = "text or json")
                    Format format)
            throws IOException, InterruptedException {
        boolean narrowed = project != null || name != null || !unusedFor.equals("0s");
        if (!narrowed && !all) {
            throw new CommandFailure(
                    "this would remove everything; say --all, or what by --project, --name, --unused-for");
        }
        StringBuilder query = new StringBuilder("?unusedForSeconds=")
                .append(
                        unusedFor.equals("0s")
                                ? 0
                                : Durations.parse("unused-for", unusedFor).toSeconds());
        append(query, "project", project);
        append(query, "name", name);
        print(ask("DELETE", "/host/volumes" + query), format);
        return ExitCodes.OK;
    }

    private static void append(StringBuilder query, String parameter, @Nullable String value) {
        if (value != null) {
            query.append('&').append(parameter).append('=').append(URLEncoder.encode(value, StandardCharsets.UTF_8));
        }
    }

    private static JsonNode ask(String method, String path) throws IOException, InterruptedException {
        return new HostAccess(StackHome.from(System.getenv()))
                .ask(method, path)
                .orElseThrow(
                        () -> new CommandFailure(
                                "no worker of this machine's stack runs, or its key cannot be read; './holdfast up' starts one"));
    }

    private static void print(JsonNode answer, Format format) {
        if (format == Format.JSON) {
            Json.print(System.out, answer);
            return;
        }
        System.out.printf(Locale.ROOT, ROW, "PROJECT", "NAME", "MEGABYTES", "LAST USED", "IN USE BY");
        for (JsonNode kept : answer.path("volumes")) {
            System.out.printf(
                    Locale.ROOT,
                    ROW,
                    kept.path("project").asString(""),
                    kept.path("name").asString(""),
                    kept.path("usedBytes").asLong(0) >> 20,
                    kept.path("lastUsed").asString(""),
                    kept.path("users").isEmpty() ? "-" : kept.path("users").toString());
        }
    }
}
