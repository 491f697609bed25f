package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** docs/cli.md is what {@code --help} says. With -Dholdfast.write=true it is written anew. */
class CommandReferenceTest {
    private static final Path PAGE =
            Path.of(Objects.requireNonNull(System.getProperty("holdfast.root")), "docs", "cli.md");

    @Test
    void theReferenceIsWhatHelpSays() throws IOException {
        StringBuilder page = new StringBuilder("""
                # Command line

                Made from the commands' own `--help` by `CommandReferenceTest`. Data goes to stdout, progress to stderr; a spinner is
                shown only on a terminal, colours only without `NO_COLOR`. Exit codes: the command's own, 2 wrong usage, 124 timed
                out, 125 Holdfast could not run it, 130 cancelled. Ctrl-C cancels a task, twice leaves it alone.

                ```
                """);
        CommandLine root = Main.everything();
        page.append(root.getUsageMessage(Ansi.OFF)).append("```\n");
        for (String name : Commands.NAMES) {
            describe(Objects.requireNonNull(root.getSubcommands().get(name)), "## " + name, page);
        }
        if (Boolean.getBoolean("holdfast.write")) {
            Files.writeString(PAGE, page);
        }

        assertThat(PAGE)
                .as("a command changed: run this test with -Dholdfast.write=true and commit docs/cli.md")
                .content()
                .isEqualTo(page.toString());
    }

    private static void describe(CommandLine command, String heading, StringBuilder page) {
        page.append('\n')
                .append(heading)
                .append("\n```\n")
                .append(command.getUsageMessage(Ansi.OFF))
                .append("```\n");
        command.getSubcommands().forEach((name, below) -> describe(below, "#" + heading + " " + name, page));
    }

    @Test
    void everyCommandShowsAnExample() {
        Main.everything()
                .getSubcommands()
                .forEach((name, command) ->
                        assertThat(command.getUsageMessage(Ansi.OFF)).as(name).contains("Examples:"));
    }
}
