package dev.holdfast.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/configuration.md lists all that can be set. */
class ConfigurationReferenceTest {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(HOLDFAST_[A-Z0-9_]+):([^}]*)}");

    @Test
    void everythingThatCanBeSetIsListed() throws IOException, ClassNotFoundException {
        List<Settings.Setting> api =
                Settings.of("dev.holdfast.api.ApiSettings", "api/src/main/java/dev/holdfast/api/ApiSettings.java");
        List<Settings.Setting> worker = Settings.of(
                "dev.holdfast.worker.WorkerProperties",
                "worker/src/main/java/dev/holdfast/worker/WorkerProperties.java");

        assertThat(api).hasSizeGreaterThan(20);
        assertThat(worker).hasSizeGreaterThan(30);
        Page.mustBe(
                "configuration.md",
                """
                # Configuration

                Made from the code by `ConfigurationReferenceTest`; what is set for the stack of one machine (ports, directories,
                parts that run elsewhere) is on [its own page](stack.md). Every value can be set by its environment variable, or as
                the property in an `application.yml` beside the program. Times are written `30s`, `5m`, `2h`; sizes `512m`, `2g`.

                ## API
                """ + table(api) + """

                Beside these, for its server and its log:

                """ + variables("api/src/main/resources/application.yml", api) + """

                ## Worker
                """ + table(worker)
                        + """

                Beside these:

                """ + variables("worker/src/main/resources/application.yml", worker));
    }

    private static String table(List<Settings.Setting> settings) {
        return "| variable | property | type | default | meaning |\n|---|---|---|---|---|\n"
                + settings.stream()
                        .map(setting -> "| `" + setting.variable() + "` | `" + setting.property() + "` | "
                                + setting.type() + " | "
                                + (setting.standard().isEmpty() ? "" : "`" + setting.standard() + "`") + " | "
                                + setting.meaning() + " |\n")
                        .collect(Collectors.joining());
    }

    /** What a program's own file reads from the environment and hands to somebody else. */
    private static String variables(String file, List<Settings.Setting> listed) throws IOException {
        Matcher found = VARIABLE.matcher(Files.readString(Page.file(file)));
        TreeSet<String> lines = new TreeSet<>();
        while (found.find()) {
            String name = found.group(1);
            if (listed.stream().noneMatch(setting -> setting.variable().equals(name))) {
                lines.add("- `" + name + "`"
                        + (found.group(2).isEmpty() ? "" : ": `" + found.group(2) + "` when left out"));
            }
        }
        return lines.stream().collect(Collectors.joining("\n", "", "\n"));
    }
}
