package dev.holdfast.lab.chaos;

import java.util.ArrayList;
import java.util.List;

/**
 * A task's log, taken apart: what each start of a command wrote.
 *
 * @param before what stands before the first, which should be nothing
 */
record Transcript(String before, List<Start> starts) {
    private static final String EXECUTION = "execution ";

    /** @param word a new one at each start */
    record Start(String word, String output) {}

    static Transcript of(String log) {
        List<Start> starts = new ArrayList<>();
        String[] parts = log.split("(?m)^" + EXECUTION, -1);
        for (int i = 1; i < parts.length; i++) {
            int end = parts[i].indexOf('\n');
            starts.add(
                    end < 0
                            ? new Start(parts[i], "")
                            : new Start(parts[i].substring(0, end), parts[i].substring(end + 1)));
        }
        return new Transcript(parts[0], starts);
    }

    /** More often than each command once, and once more for each time that one may be begun anew. */
    boolean repeats(Experiment experiment) {
        return starts.size() > experiment.commands() + experiment.retries();
    }

    /** Every command to its last line; of what was broken off before, and begun anew, as far as it came. */
    boolean isWhole(Experiment experiment) {
        int brokenOff = starts.size() - experiment.commands();
        if (brokenOff < 0 || !before.isEmpty()) {
            return false;
        }
        for (int i = 0; i < starts.size(); i++) {
            String output = starts.get(i).output();
            boolean right = i < brokenOff
                    ? experiment.output(0).startsWith(output)
                    : experiment.output(i - brokenOff).equals(output);
            if (!right) {
                return false;
            }
        }
        return true;
    }

    /** Of the commands that ended; what was broken off was so with its workspace. */
    List<String> words(Experiment experiment) {
        return starts.subList(Math.max(0, starts.size() - experiment.commands()), starts.size()).stream()
                .map(Start::word)
                .toList();
    }
}
