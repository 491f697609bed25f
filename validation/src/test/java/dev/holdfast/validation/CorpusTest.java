package dev.holdfast.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Measures precision and recall on labelled code. A label stands on the line where a finding is wanted. */
class CorpusTest {
    private static final Path CORPUS = Path.of(
            Objects.requireNonNull(System.getProperty("holdfast.root")), "validation/src/test/resources/corpus");
    private static final Path RULES = Path.of(
            Objects.requireNonNull(System.getProperty("holdfast.root")),
            "validation/src/main/java/dev/holdfast/validation");
    private static final Pattern RULE = Pattern.compile("\"((?:py|js|java|go|rb|php|sh|ps|secret)-[a-z-]+)\"");
    private static final Pattern WANTED = Pattern.compile("(?:#|//) want: ([\\w-]+)");
    /** Known to be missed: it counts against recall. */
    private static final Pattern MISSED = Pattern.compile("(?:#|//) missed: ");

    private final List<String> wrong = new ArrayList<>();
    private int found;
    private int missed;
    private int tooMany;

    @Test
    void precisionAndRecallAreHigh() throws IOException {
        try (Stream<Path> files = Files.list(CORPUS)) {
            for (Path file : files.sorted().toList()) {
                compare(file);
            }
        }
        double precision = found / (double) (found + tooMany);
        double recall = found / (double) (found + missed);
        System.out.printf(
                Locale.ROOT,
                "corpus: %d labels, precision %.3f, recall %.3f%n%s%n",
                found + missed,
                precision,
                recall,
                String.join("\n", wrong));
        assertThat(found + missed).isGreaterThan(100);
        assertThat(precision).as(String.join("\n", wrong)).isGreaterThanOrEqualTo(0.98);
        assertThat(recall).as(String.join("\n", wrong)).isGreaterThanOrEqualTo(0.96);
    }

    /** A rule that nothing in the corpus breaks is a rule that nobody knows to work. */
    @Test
    void everyRuleIsInTheCorpus() throws IOException {
        Set<String> wanted = new TreeSet<>();
        try (Stream<Path> files = Files.list(CORPUS)) {
            for (Path file : files.toList()) {
                WANTED.matcher(Files.readString(file)).results().forEach(found -> wanted.add(found.group(1)));
            }
        }
        Set<String> known = new TreeSet<>();
        try (Stream<Path> files = Files.list(RULES)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                RULE.matcher(Files.readString(file)).results().forEach(found -> known.add(found.group(1)));
            }
        }
        assertThat(known).hasSizeGreaterThan(60);
        assertThat(wanted).containsAll(known);
    }

    private void compare(Path file) throws IOException {
        String name = String.valueOf(file.getFileName());
        List<String> told = new ArrayList<>(Validator.validate(file).stream()
                .map(finding -> finding.line() + " " + finding.rule())
                .toList());
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
            Matcher wanted = WANTED.matcher(lines.get(i));
            if (wanted.find()) {
                String label = i + 1 + " " + wanted.group(1);
                if (told.remove(label)) {
                    found++;
                } else {
                    missed++;
                    wrong.add("missed " + name + ":" + label);
                }
            } else if (MISSED.matcher(lines.get(i)).find()) {
                missed++;
            }
        }
        tooMany += told.size();
        told.forEach(extra -> wrong.add("too many " + name + ":" + extra));
    }
}
