package dev.holdfast.activities.diff;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import java.util.ArrayList;
import java.util.List;

/** Two texts, line by line. */
final class TextDiff {
    private static final int CONTEXT = 2;
    private static final int MOST_LINES = 500;
    /** Beyond this, comparing takes longer than anybody waits. */
    private static final int MOST_COMPARED = 20_000;

    private TextDiff() {}

    /** Lines of a unified diff without its heading; empty when they are equal. */
    static List<String> of(List<String> base, List<String> other) {
        if (base.equals(other)) {
            return List.of();
        }
        if (base.size() > MOST_COMPARED || other.size() > MOST_COMPARED) {
            return List.of("@@ " + base.size() + " and " + other.size() + " lines, too many to be compared @@");
        }
        List<String> lines = UnifiedDiffUtils.generateUnifiedDiff("", "", base, DiffUtils.diff(base, other), CONTEXT);
        List<String> body = lines.subList(Math.min(2, lines.size()), lines.size());
        if (body.size() <= MOST_LINES) {
            return List.copyOf(body);
        }
        List<String> first = new ArrayList<>(body.subList(0, MOST_LINES));
        first.add("@@ " + (body.size() - MOST_LINES) + " more lines of differences are left out @@");
        return List.copyOf(first);
    }
}
