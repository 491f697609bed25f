package dev.holdfast.mcp;

import dev.holdfast.contract.StepResult;

/** The beginning and the end of output that is too long for an answer. */
final class Excerpt {
    private static final int HEAD = 1200;
    private static final int TAIL = 2800;

    private Excerpt() {}

    static String of(String text) {
        if (text.length() <= HEAD + TAIL) {
            return text;
        }
        int left = text.length() - HEAD - TAIL;
        return text.substring(0, HEAD) + "\n[… " + left + " characters left out, see next …]\n"
                + text.substring(text.length() - TAIL);
    }

    static boolean whole(StepResult step) {
        return !step.truncated()
                && step.stdout().length() <= HEAD + TAIL
                && step.stderr().length() <= HEAD + TAIL;
    }
}
