package dev.holdfast.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** What somebody may have meant who mistyped a name. */
final class Spelling {
    private static final int MOST_MISTAKES = 2;

    private Spelling() {}

    static Optional<String> nearest(String typed, Collection<String> names) {
        return names.stream()
                .filter(name -> mistakes(typed, name) <= Math.min(MOST_MISTAKES, typed.length() / 2))
                .min(Comparator.comparingInt(name -> mistakes(typed, name)));
    }

    /** Letters that are missing, too many or wrong, and neighbours that changed places. */
    static int mistakes(String typed, String meant) {
        int[][] least = new int[typed.length() + 1][meant.length() + 1];
        for (int i = 0; i <= typed.length(); i++) {
            for (int j = 0; j <= meant.length(); j++) {
                least[i][j] = i == 0 || j == 0 ? i + j : least(least, typed, meant, i, j);
            }
        }
        return least[typed.length()][meant.length()];
    }

    private static int least(int[][] least, String typed, String meant, int i, int j) {
        int wrong = typed.charAt(i - 1) == meant.charAt(j - 1) ? 0 : 1;
        int best = Math.min(least[i - 1][j - 1] + wrong, 1 + Math.min(least[i - 1][j], least[i][j - 1]));
        boolean swapped = i > 1
                && j > 1
                && typed.charAt(i - 1) == meant.charAt(j - 2)
                && typed.charAt(i - 2) == meant.charAt(j - 1);
        return swapped ? Math.min(best, least[i - 2][j - 2] + 1) : best;
    }
}
