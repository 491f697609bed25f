package dev.holdfast.projects.detect;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rules of one .gitignore file, as git understands them. */
final class GitIgnore {
    private record Rule(Pattern pattern, boolean ignores, boolean directoriesOnly) {}

    private final String base;
    private final List<Rule> rules = new ArrayList<>();

    /** @param base the file's directory relative to the tree's root, with a slash at its end, or empty */
    GitIgnore(String base, String text) {
        this.base = base;
        text.lines().forEach(this::add);
    }

    private void add(String raw) {
        String line = withoutTrailingBlanks(raw);
        if (line.isEmpty() || line.startsWith("#")) {
            return;
        }
        boolean ignores = !line.startsWith("!");
        String glob = ignores ? line : line.substring(1);
        boolean directoriesOnly = glob.endsWith("/");
        glob = directoriesOnly ? glob.substring(0, glob.length() - 1) : glob;
        if (glob.isEmpty()) {
            return;
        }
        // A slash anywhere but at the end ties the rule to the directory of its file.
        boolean anchored = glob.indexOf('/') >= 0;
        String plain = glob.startsWith("/") ? glob.substring(1) : glob;
        rules.add(new Rule(
                Pattern.compile((anchored ? "" : "(?:.*/)?") + regex(plain), Pattern.DOTALL),
                ignores,
                directoriesOnly));
    }

    private static String withoutTrailingBlanks(String line) {
        String stripped = line.stripTrailing();
        return stripped.endsWith("\\") && line.length() > stripped.length() ? stripped + " " : stripped;
    }

    /** @return whether it is ignored; null when no rule of this file speaks of it */
    @Nullable Boolean judges(String path, boolean directory) {
        if (!path.startsWith(base)) {
            return null;
        }
        String relative = path.substring(base.length());
        for (int i = rules.size() - 1; i >= 0; i--) {
            Rule rule = rules.get(i);
            if ((directory || !rule.directoriesOnly())
                    && rule.pattern().matcher(relative).matches()) {
                return rule.ignores();
            }
        }
        return null;
    }

    private static String regex(String glob) {
        StringBuilder regex = new StringBuilder();
        int i = 0;
        while (i < glob.length()) {
            char c = glob.charAt(i);
            if (glob.startsWith("**/", i) && (i == 0 || glob.charAt(i - 1) == '/')) {
                regex.append("(?:.*/)?");
                i += 3;
            } else if (glob.startsWith("/**", i) && i + 3 == glob.length()) {
                regex.append("/.+");
                i += 3;
            } else if (c == '[' && glob.indexOf(']', i + 2) > 0) {
                int end = glob.indexOf(']', i + 2);
                String set = glob.substring(i + 1, end)
                        .replace("\\", "\\\\")
                        .replace("[", "\\[")
                        .replace("&&", "&");
                regex.append('[')
                        .append(set.startsWith("!") ? "^" + set.substring(1) : set)
                        .append(']');
                i = end + 1;
            } else {
                if (c == '\\' && i + 1 < glob.length()) {
                    c = glob.charAt(++i);
                    regex.append(Pattern.quote(String.valueOf(c)));
                } else {
                    regex.append(plain(c));
                }
                i++;
            }
        }
        return regex.toString();
    }

    private static String plain(char c) {
        return switch (c) {
            case '*' -> "[^/]*";
            case '?' -> "[^/]";
            default -> Pattern.quote(String.valueOf(c));
        };
    }
}
