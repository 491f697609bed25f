package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;

/**
 * Every command that the documentation or a command's own help shows is one that the command line takes: names, options and
 * how many arguments. That those of the pages also do what they say is shown where a stack runs, in the acceptance tests.
 */
class DocumentedCommandsTest {
    private static final Path ROOT = Path.of(Objects.requireNonNull(System.getProperty("holdfast.root")));
    private static final CommandLine ALL = Main.everything();
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```bash\\n(.*?)^```");
    private static final Pattern INLINE = Pattern.compile("`((?:\\./)?holdfast [^`]+)`");
    private static final Pattern CALL = Pattern.compile("(?:^|[ ;|&(])(?:\\./)?holdfast (.+)");
    /** One word: quoted in either way, or up to the next blank. */
    private static final Pattern WORD = Pattern.compile("(?:'[^']*'|\"[^\"]*\"|[^\\s'\"])+");

    @Test
    void pagesShowOnlyCommandsThatExist() throws IOException {
        List<Path> pages =
                new ArrayList<>(Stream.of("README.md", "CONTRIBUTING.md", "deploy/README.md", "examples/README.md")
                        .map(ROOT::resolve)
                        .toList());
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md") && !file.endsWith("cli.md"))
                    .forEach(pages::add);
        }
        List<String> calls = new ArrayList<>();
        for (Path page : pages) {
            String text = Files.readString(page);
            BLOCK.matcher(text)
                    .results()
                    .forEach(block -> block.group(1).lines().forEach(line -> add(line, calls)));
            INLINE.matcher(text).results().forEach(span -> add(span.group(1), calls));
        }

        assertThat(calls).hasSizeGreaterThan(50).allSatisfy(DocumentedCommandsTest::parses);
    }

    @Test
    void helpShowsOnlyExamplesThatWork() {
        List<String> calls = new ArrayList<>();
        collect(ALL, calls);

        assertThat(calls).hasSizeGreaterThan(60).allSatisfy(DocumentedCommandsTest::parses);
    }

    private static void collect(CommandLine command, List<String> calls) {
        for (String line : command.getCommandSpec().usageMessage().footer()) {
            if (line.stripLeading().startsWith("holdfast ")) {
                add(line.strip(), calls);
            }
        }
        command.getSubcommands().values().forEach(below -> collect(below, calls));
    }

    /** Without comments, explanations behind two blanks, and what a shell would do with the output. */
    private static void add(String line, List<String> calls) {
        Matcher call = CALL.matcher(line.replaceFirst("(?:^|\\s)# .*", "").replaceFirst("(?<=\\S)\\s{3,}.*", ""));
        if (call.find()) {
            calls.add(call.group(1));
        }
    }

    private static void parses(String call) {
        List<String> words = new ArrayList<>();
        // What may be left out is left in: [--from-step N] must be taken, too.
        WORD.matcher(call.replace("[", "").replace("]", "").replaceAll("(json)\\|html", "$1"))
                .results()
                .map(word -> word.group().replaceAll("['\"]", ""))
                .takeWhile(
                        word -> !List.of("|", "&&", "||", ">", ">>", "<", ";").contains(word))
                .forEach(words::add);
        words.replaceAll(word -> word.replaceFirst(";$", ""));
        assertThat(Commands.NAMES).contains(words.get(0));
        try {
            ALL.parseArgs(words.toArray(String[]::new));
        } catch (MissingParameterException named) {
            // Speaks of the command and does not show how it is called; wrong options are told of before this.
            return;
        } catch (ParameterException wrong) {
            throw new AssertionError("holdfast " + call + ": " + wrong.getMessage(), wrong);
        }
    }
}
