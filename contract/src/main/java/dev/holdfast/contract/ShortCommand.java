package dev.holdfast.contract;

import java.util.ArrayList;
import java.util.List;

/** As much of a command as there is room for; the spec, or the step that was asked for, has all of it. */
final class ShortCommand {
    /** Two quotes and a comma. */
    private static final int AROUND = 3;

    /** Of the words that say how many arguments are left out. */
    private static final int MARK = 48;

    private ShortCommand() {}

    /** The same where it is short enough. */
    static List<String> of(List<String> argv, int mostBytes) {
        if (length(argv) <= mostBytes) {
            return argv;
        }
        int left = mostBytes - MARK;
        if (left < MARK) {
            return List.of("…");
        }
        List<String> shown = new ArrayList<>();
        for (String argument : argv) {
            if (left < MARK) {
                shown.add("[… " + (argv.size() - shown.size()) + " arguments left out …]");
                break;
            }
            String part = JsonText.shortened(argument, left - AROUND);
            left -= JsonText.length(part) + AROUND;
            shown.add(part);
        }
        return List.copyOf(shown);
    }

    private static int length(List<String> argv) {
        int length = 0;
        for (String argument : argv) {
            length += JsonText.length(argument) + AROUND;
        }
        return length;
    }
}
