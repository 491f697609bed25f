package dev.holdfast.projects.detect;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a file, in which evidence is found with its line.
 *
 * @param name how evidence calls the file
 */
public record SourceText(String name, String text) {
    /** What a pattern's first group (or the whole match, without groups) caught. */
    public record Match(String value, Evidence evidence) {}

    public Optional<Match> find(Pattern pattern, String says) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            return Optional.empty();
        }
        String value = matcher.groupCount() == 0 ? matcher.group() : matcher.group(1);
        return Optional.of(new Match(value, new Evidence(name, line(matcher.start()), says.replace("{}", value))));
    }

    public boolean contains(Pattern pattern) {
        return pattern.matcher(text).find();
    }

    private int line(int offset) {
        return 1
                + (int) text.substring(0, offset).chars().filter(c -> c == '\n').count();
    }
}
