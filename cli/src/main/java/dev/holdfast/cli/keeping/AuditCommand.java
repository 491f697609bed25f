package dev.holdfast.cli.keeping;

import dev.holdfast.cli.ExitCodes;
import dev.holdfast.cli.output.Format;
import dev.holdfast.cli.output.InertText;
import dev.holdfast.cli.output.Json;
import dev.holdfast.cli.output.Table;
import dev.holdfast.cli.tasks.Connection;
import dev.holdfast.cli.tasks.Failures;
import dev.holdfast.client.Administration;
import dev.holdfast.contract.rest.AuditList;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows who did what. */
@Command(
        name = "audit",
        mixinStandardHelpOptions = true,
        description = {
            "Shows who did what, newest first: every request, every command that ran, every task that was removed.",
            "Needs a token that may operate, such as this machine's."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  holdfast audit --task nightly-1               with its commands",
            "  holdfast audit --by local -n 20",
            "  holdfast audit -o json | jq -r '.[].action'"
        })
public final class AuditCommand implements Callable<Integer> {
    private static final int PAGE = 1000;

    @Option(names = "--task", paramLabel = "TASK", description = "Only what concerns this task.")
    @Nullable String task;

    @Option(names = "--by", paramLabel = "NAME", description = "Only what this caller did, as the list names them.")
    @Nullable String by;

    @Option(
            names = {"-n", "--last"},
            paramLabel = "N",
            defaultValue = "100",
            description = "At most that many. Default: ${DEFAULT-VALUE}.")
    int most;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, or json: an array of entries.")
    Format format = Format.TEXT;

    @Override
    public Integer call() {
        List<AuditList.Entry> entries = Failures.explained(this::fetch);
        if (format == Format.JSON) {
            Json.print(System.out, entries);
            return ExitCodes.OK;
        }
        Table table = new Table("TIME", "CALLER", "OUTCOME", "ACTION", "TARGET", "INPUTS");
        for (AuditList.Entry entry : entries) {
            table.add(
                    entry.at().truncatedTo(ChronoUnit.SECONDS).toString(),
                    InertText.of(entry.caller()),
                    Integer.toString(entry.outcome()),
                    InertText.of(entry.action()),
                    InertText.of(entry.target()),
                    entry.inputs() == null ? "" : InertText.of(entry.inputs()));
        }
        table.print(System.out);
        return ExitCodes.OK;
    }

    private List<AuditList.Entry> fetch() {
        Administration operator = Connection.existing().administration();
        List<AuditList.Entry> entries = new ArrayList<>();
        String cursor = null;
        do {
            AuditList page = operator.audit(task, by, cursor, Math.min(PAGE, most - entries.size()));
            entries.addAll(page.entries());
            cursor = page.next();
        } while (cursor != null && entries.size() < most);
        return entries;
    }
}
