package dev.holdfast.activities.artifacts;

import dev.holdfast.contract.InvalidFieldException;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A glob over paths, as the supervisor understands it: {@code *}, {@code ?}, {@code [a-z]}, {@code [^a]} and
 * {@code \} within a name, {@code **} for any number of directories. A directory that fits stands for all below it.
 */
record PathGlob(String text, Pattern pattern) {
    static PathGlob ignoringCase(String text) {
        try {
            return new PathGlob(
                    text,
                    Pattern.compile(
                            translated(text), Pattern.DOTALL | Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE));
        } catch (PatternSyntaxException malformed) {
            throw new InvalidFieldException("artifacts.sensitive", "'" + text + "' is not a glob");
        }
    }

    boolean matches(String path) {
        return pattern.matcher(path).matches();
    }

    private static String translated(String glob) {
        if (glob.isBlank()) {
            throw new InvalidFieldException("artifacts.sensitive", "a glob is empty");
        }
        StringBuilder regex = new StringBuilder();
        for (String segment : glob.split("/", -1)) {
            if (segment.equals("**")) {
                regex.append("(?:[^/]+/)*");
            } else {
                appendSegment(regex, segment);
                regex.append('/');
            }
        }
        boolean anythingBelow = glob.equals("**") || glob.endsWith("/**");
        if (!anythingBelow) {
            regex.setLength(regex.length() - 1);
            return regex + "(?:/.*)?";
        }
        return regex + ".+";
    }

    private static void appendSegment(StringBuilder regex, String segment) {
        int i = 0;
        while (i < segment.length()) {
            char c = segment.charAt(i);
            int closing = c == '[' ? segment.indexOf(']', i + 2) : -1;
            if (c == '*') {
                regex.append("[^/]*");
            } else if (c == '?') {
                regex.append("[^/]");
            } else if (closing > 0) {
                regex.append(segment, i, closing + 1);
                i = closing;
            } else if (c == '\\' && i + 1 < segment.length()) {
                regex.append(Pattern.quote(segment.substring(++i, i + 1)));
            } else {
                regex.append(Pattern.quote(String.valueOf(c)));
            }
            i++;
        }
    }
}
