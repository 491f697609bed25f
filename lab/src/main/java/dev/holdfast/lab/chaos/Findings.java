package dev.holdfast.lab.chaos;

import java.util.ArrayList;
import java.util.List;

/** What is not as it must be. */
record Findings(
        List<String> orphans, List<String> doubleExecutions, List<String> lostRows, List<String> falseOutcomes) {
    static Findings none() {
        return new Findings(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    boolean isEmpty() {
        return orphans.isEmpty() && doubleExecutions.isEmpty() && lostRows.isEmpty() && falseOutcomes.isEmpty();
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        orphans.forEach(line -> lines.add("orphan: " + line));
        doubleExecutions.forEach(line -> lines.add("executed twice: " + line));
        lostRows.forEach(line -> lines.add("lost row: " + line));
        falseOutcomes.forEach(line -> lines.add("false outcome: " + line));
        return lines;
    }
}
